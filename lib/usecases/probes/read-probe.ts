import type { DraftRow } from '../../data/drafts.ts'
import { type AnsweredProbe, findNewestProbe, listReports, type ProbeRow } from '../../data/probes.ts'
import { liveProbeStates, probeMaterial } from '../../domain/probe.ts'
import type { Context } from '../context.ts'
import { canOpen, filesOf } from '../drafts/sealed-drafts.ts'

export type ProbeView = {
  newest: ProbeRow
  /** On the content that the newest probe is about. */
  reports: AnsweredProbe[]
  /** Whether the draft and its base commit are what was probed. */
  isCurrent: boolean
}

/**
 * What is known from probes of a draft: the one that runs, else what was reported on its present content, else the newest.
 * Null when there was none, or only some that came to nothing.
 */
export async function readProbe(ctx: Context, draft: DraftRow): Promise<ProbeView | null> {
  const newest = await findNewestProbe(ctx.db, draft.id)
  if (!newest) return null
  const isReadable = draft.sealedFiles.every((file) => canOpen(ctx.vault, file))
  const digest = draft.baseCommit === null || !isReadable ? null : digestOf(ctx, draft, draft.baseCommit)
  const isLive = liveProbeStates.some((state) => state === newest.state)
  const own = digest === null || isLive ? [] : await listReports(ctx.db, draft.id, digest)
  const last = own.at(-1)
  if (last) return { newest: last, reports: own, isCurrent: true }
  const reports = await listReports(ctx.db, draft.id, newest.digest)
  if (newest.state === 'ENDED' && reports.length === 0) return null
  return { newest, reports, isCurrent: newest.digest === digest }
}

type Content = Pick<DraftRow, 'verificationCommands' | 'acceptanceFiles' | 'sealedFiles'>

/** What reports are bound to. Sealed files count like open ones, so that what was seen before they were sealed is known. */
export function digestOf(ctx: Context, draft: Content, baseCommit: string): `0x${string}` {
  return ctx.chain.commit(probeMaterial({ ...draft, acceptanceFiles: filesOf(ctx.vault, draft) }, baseCommit))
}
