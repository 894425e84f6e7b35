import { inTransaction } from '../../data/database.ts'
import { findDraftById } from '../../data/drafts.ts'
import { findProbe, noteProbeTaken, type ProbeRow } from '../../data/probes.ts'
import { findAccess } from '../../data/repositories.ts'
import { Failure } from '../../domain/failure.ts'
import { type ProbeMaterial, probeMaterial } from '../../domain/probe.ts'
import { openCloneToken } from '../clone-tokens/open-clone-token.ts'
import { type Context, requireRuntime } from '../context.ts'

export type ProbeTask = {
  probeId: string
  repositoryId: number
  cloneUrl: string
  /** Null for a public repository. */
  token: string | null
  material: ProbeMaterial
  likelyPaths: string[]
  answerBy: Date
}

/** What the chosen verifier needs to try the commands, and no more of the draft than that. */
export async function takeProbe(ctx: Context, input: { probeId: string }): Promise<ProbeTask> {
  const probe = await requireOwnProbe(ctx, input.probeId)
  if (probe.state !== 'ASKED') throw superseded()
  const draft = await findDraftById(ctx.db, probe.draftId)
  const access = draft && (await findAccess(ctx.db, draft.userId, { id: draft.repositoryAccessId }))
  const material = draft && probeMaterial(draft, probe.baseCommit)
  if (!access || !material || ctx.chain.commit(material) !== probe.digest) throw superseded()
  // It has become private since the client had it tried.
  if (access.private && !probe.readsPrivate) throw superseded()
  const token = await openCloneToken(ctx, probe.id, { repository: { private: access.private } })
  if (token === undefined)
    throw new Failure('repository_host_unavailable', 'The token to clone with is being made; ask again.', {
      retryAfterSeconds: 2,
    })
  const isTaken = await inTransaction(ctx.db, (tx) => noteProbeTaken(tx, probe.id, probe.agentId ?? ''))
  if (!isTaken) throw superseded()
  return {
    probeId: probe.id,
    repositoryId: access.repositoryId,
    cloneUrl: `${ctx.settings.cloneOrigin}/${access.fullName}.git`,
    token,
    material,
    likelyPaths: probe.likelyPaths,
    answerBy: probe.until,
  }
}

/** The probe that this runtime is, or was, asked to do. Nobody else learns whether there is one. */
export async function requireOwnProbe(ctx: Context, id: string): Promise<ProbeRow> {
  const runtime = requireRuntime(ctx)
  const probe = await findProbe(ctx.db, id)
  if (probe?.agentId === runtime.agentId) return probe
  if (probe?.passedOver.includes(runtime.userId)) throw superseded()
  throw new Failure('not_found', 'There is no such probe.')
}

export function superseded(): Failure {
  return new Failure('attempt_superseded', 'This probe needs no report of this runtime any more.')
}
