import { submitVerificationResultEndpoint, takeVerificationCredentialEndpoint } from '#lib/api/verification.ts'
import { print } from '../print.ts'
import { type KeptVerdict, keepVerdict } from '../rescue/kept-verdicts.ts'
import type { Configuration, HeartbeatAnswer, Role, Runtime } from '../runtime.ts'
import { openStateFolder, type StateFolder } from '../storage/state-folder.ts'
import type { EndCause, Work } from '../tasks.ts'
import { ApiError, isCode } from '../transport/api-error.ts'
import { carryOutProbe } from './carry-out-probe.ts'
import type { Publisher } from './publisher.ts'
import { signVerdict, verdictBody } from './verdict-body.ts'
import { type Finding, type VerificationTask, verify } from './verify.ts'

type Seat = HeartbeatAnswer['verifications'][number]

const atOnce = 2
const probesAtOnce = 1
/** Kept back from the time of a verification for delivering its verdict. */
const marginMs = 5_000

/** Gives every verification that it is seated for one verdict, and delivers it. Tries the commands of drafts besides. */
export function createVerifier(runtime: Runtime, publisher: Publisher): Role {
  const { tasks } = runtime
  return {
    receive: (answer, configuration) => {
      for (const id of answer.cancelled) tasks.cancel(id)
      for (const seat of answer.verifications) {
        if (tasks.count('verification') >= atOnce) break
        tasks.start({ kind: 'verification', id: seat.verification_id }, (work) =>
          carryOut(runtime, seat, configuration, work),
        )
      }
      for (const probe of answer.probes) {
        if (tasks.count('probe') >= probesAtOnce) break
        tasks.start({ kind: 'probe', id: probe.probe_id }, (work) => carryOutProbe(runtime, probe, work))
      }
      publisher.consider()
    },
  }
}

/** The verdict is on disk before it is sent; once it is there, it never changes. */
async function carryOut(runtime: Runtime, seat: Seat, configuration: Configuration, work: Work): Promise<void> {
  const folder = await openStateFolder(runtime.workDir.verifications, seat.verification_id)
  if (await isOver(folder)) return
  try {
    const verdict =
      (await folder.read('verdict.json')) ?? (await reachVerdict(runtime, folder, seat, configuration, work))
    work.report('delivering the verdict')
    await runtime.channel.deliver(submitVerificationResultEndpoint, verdict, work.signal)
    await close(folder, 'delivered')
  } catch (error) {
    const cause: EndCause | undefined = work.signal.aborted ? work.signal.reason : undefined
    if (cause === 'cancelled') return close(folder, 'cancelled')
    const isOver = error instanceof ApiError && !error.isRetryable && !isCode(error, 'credential_revoked')
    if (isOver && cause === undefined) await close(folder, error.message)
    throw error
  } finally {
    await folder.clear('git', 'tree')
  }
}

/** A delivered verdict is sent again when the control plane still asks for it; anything else that ended stays ended. */
async function isOver(folder: StateFolder): Promise<boolean> {
  const done = await folder.read('done')
  return done !== undefined && JSON.parse(done).reason !== 'delivered'
}

async function reachVerdict(
  runtime: Runtime,
  folder: StateFolder,
  seat: Seat,
  configuration: Configuration,
  work: Work,
): Promise<string> {
  const pinned = runtime.connection.current()
  const agent = configuration.agent.wallet_address
  if (!pinned || !agent) throw new Error('The agent has no wallet address yet, so nothing can be verified for it.')
  const own = { chainId: pinned.chain_id, escrow: pinned.escrow, agent }
  const body = { verification_id: seat.verification_id }
  const task = await runtime.channel.call(takeVerificationCredentialEndpoint, body, work.signal)
  const finding = await verify({
    task,
    own,
    scratch: folder.scratch,
    isolation: runtime.isolation,
    protocols: runtime.protocols,
    remainingMs: () => Date.parse(task.verify_by) - runtime.clock.now() - marginMs,
    ...work,
  })
  if (work.signal.aborted) throw new Error('The verification was ended.')
  const signed = await signVerdict(runtime.identity, own, task, finding)
  const text = JSON.stringify(verdictBody(seat.verification_id, finding, signed))
  const kept = await folder.writeOnce('verdict.json', text)
  if (signed && task.onchain_job_id !== '0') await keep(runtime, folder, task, { finding, signed })
  print(`verification ${seat.verification_id}: ${finding.verdict}, ${finding.evidence.reason}`)
  return kept
}

/**
 * Keeps the vote for a rescue, and plans to publish it at half of its window. A marked pass needs every seat to pass, which
 * one verifier cannot know, so that one is left to the control plane.
 */
async function keep(
  runtime: Runtime,
  folder: StateFolder,
  task: VerificationTask,
  { finding, signed }: { finding: Finding; signed: KeptVerdict },
): Promise<void> {
  const until = Date.parse(task.verify_by)
  const at = until - ((finding.verificationSeconds ?? 0) * 1000) / 2
  const isMarked = signed.pass && (finding.evidence.marks ?? []).length > 0
  if (!isMarked) await folder.writeOnce('publish.json', JSON.stringify({ verdict: signed, at, until }))
  await keepVerdict(runtime.workDir.verdicts, signed)
}

async function close(folder: StateFolder, reason: string): Promise<void> {
  await folder.writeOnce('done', JSON.stringify({ reason, at: new Date().toISOString() }))
}
