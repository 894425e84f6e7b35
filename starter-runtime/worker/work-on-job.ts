import { submitJobResultEndpoint } from '#lib/api/runtime.ts'
import { commit } from '../commitment.ts'
import { DocumentMismatch, requireOwnDocuments } from '../documents.ts'
import { print, reasonOf } from '../print.ts'
import type { Runtime } from '../runtime.ts'
import { openStateFolder, type StateFolder } from '../storage/state-folder.ts'
import type { EndCause, Work } from '../tasks.ts'
import { isCode } from '../transport/api-error.ts'
import { type Acceptance, acceptanceFile, parseAcceptance } from './acceptance.ts'
import { requireAccepted, waitForAssignment } from './assignment.ts'
import type { Executor } from './executor.ts'
import { produceResult } from './produce-result.ts'
import { releaseBody } from './result-body.ts'

const resultFile = 'result.json'
const releaseFile = 'release.json'
/** Of a result that breaks a rule, or a limit of something on its way. */
const refusedCodes = ['result_refused', 'body_too_large', 'invalid_request', 'http_413']
/** After these nothing comes of the job. */
const finalCodes = [
  'not_found',
  'offer_expired',
  'attempt_superseded',
  'result_exists',
  'result_refused',
  'signature_invalid',
]

/** What gives a job back whose result is not on disk, by the offer: without it all of the work would be done again. */
export type Unkept = Map<string, string>

/**
 * Carries an accepted job to its end, from where an earlier life of this process left it: the result is on disk
 * before it is sent, and is sent byte for byte until it is acknowledged.
 */
export async function workOnJob(
  runtime: Runtime,
  executor: Executor,
  offerId: string,
  work: Work & { isWanted: boolean; unkept: Unkept },
): Promise<void> {
  const folder = await openStateFolder(runtime.workDir.jobs, offerId)
  const kept = await folder.read(acceptanceFile)
  if (kept === undefined || (await isOver(folder, work.isWanted))) return
  try {
    const result =
      (await folder.read(resultFile)) ??
      work.unkept.get(offerId) ??
      (await produce(runtime, executor, folder, parseAcceptance(kept), work))
    await deliver(runtime, folder, result, work)
    await close(folder, 'delivered')
  } catch (error) {
    await endOrKeep(folder, error, work.signal)
  } finally {
    await folder.clear()
  }
}

/** A delivered result is sent again when the control plane still asks for it; anything else that ended stays ended. */
async function isOver(folder: StateFolder, isWanted: boolean): Promise<boolean> {
  const done = await folder.read('done')
  if (done === undefined) return false
  return !isWanted || JSON.parse(done).reason !== 'delivered'
}

async function produce(
  runtime: Runtime,
  executor: Executor,
  folder: StateFolder,
  acceptance: Acceptance,
  work: Work & { unkept: Unkept },
): Promise<string> {
  work.report('waiting for the assignment')
  const assignment = await waitForAssignment(runtime, acceptance, work.signal)
  const pinned = runtime.connection.current()
  if (!pinned) throw new Error('The runtime is not connected.')
  requireAccepted(assignment, acceptance)
  const { heldPaths, sealedFiles } = requireOwnDocuments(assignment, pinned, commit)
  for (const { path, size } of sealedFiles)
    print(
      `job ${assignment.onchain_job_id}: ${path} (${size} bytes) is sealed; verifiers use it, and it is not in the checkout.`,
    )
  const body = await produceResult({ runtime, executor, folder, assignment, heldPaths, pinned, work })
  if (work.signal.aborted) throw new Error('The work was ended.')
  try {
    return await folder.writeOnce(resultFile, JSON.stringify(body))
  } catch (error) {
    // A result that is not on disk is never delivered: after a restart there might be another one.
    const body = await releaseBody(runtime, assignment, `The result could not be kept: ${reasonOf(error)}`)
    work.unkept.set(acceptance.offer_id, JSON.stringify(body))
    return JSON.stringify(body)
  }
}

/** A result that the control plane finds against the rules gives the job back, so that the job does not wait. */
async function deliver(runtime: Runtime, folder: StateFolder, result: string, work: Work): Promise<void> {
  work.report('delivering the result')
  const release = await folder.read(releaseFile)
  try {
    await runtime.channel.deliver(submitJobResultEndpoint, release ?? result, work.signal)
  } catch (error) {
    if (release !== undefined || !isCode(error, ...refusedCodes)) throw error
    const body = await releaseBody(runtime, JSON.parse(result), `The result was refused: ${String(error)}`)
    const text = await folder.writeOnce(releaseFile, JSON.stringify(body))
    await runtime.channel.deliver(submitJobResultEndpoint, text, work.signal)
  }
}

/** Over is what the control plane refuses for good, or what nothing may be signed for; anything else is taken up again. */
async function endOrKeep(folder: StateFolder, error: unknown, signal: AbortSignal): Promise<void> {
  const cause: EndCause | undefined = signal.aborted ? signal.reason : undefined
  if (cause === 'cancelled') return close(folder, 'cancelled')
  const isOver = isCode(error, ...finalCodes) || error instanceof DocumentMismatch
  if (cause === 'stopped' || !isOver) throw error
  const reason = error instanceof Error ? error.message : String(error)
  await close(folder, reason)
  print(`job ${folder.path.split('/').at(-1)}: ${reason}`)
  throw error
}

async function close(folder: StateFolder, reason: string): Promise<void> {
  await folder.writeOnce('done', JSON.stringify({ reason, at: new Date().toISOString() }))
}
