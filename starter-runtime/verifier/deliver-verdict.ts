import { submitVerificationResultEndpoint } from '#lib/api/verification.ts'
import { print } from '../print.ts'
import { replaceVerdict } from '../rescue/kept-verdicts.ts'
import type { Runtime } from '../runtime.ts'
import type { StateFolder } from '../storage/state-folder.ts'
import type { Work } from '../tasks.ts'
import { ApiError, isCode } from '../transport/api-error.ts'
import { bareEvidence } from './evidence.ts'
import { signVerdict, verdictBody } from './verdict-body.ts'
import type { Finding } from './verify.ts'
import { bareFile, deliveredVote, readVote } from './vote.ts'

/** Until when the whole body is sent again although a proxy refuses it. */
const wholeUntilFile = 'whole-until'

/** The form, size or words of what was sent are refused, and not the vote. */
const unreadCodes = ['invalid_request', 'body_too_large', 'http_413']

/**
 * Sends the verdict until it is acknowledged. Where it is not even read, the same vote is sent without outputs and names: these
 * are a stranger's, who must not be able to keep it from being delivered.
 */
export async function deliverVerdict(
  runtime: Runtime,
  folder: StateFolder,
  { text, until }: { text: string; until: number },
  work: Work,
): Promise<void> {
  const send = (body: string) => runtime.channel.deliver(submitVerificationResultEndpoint, body, work.signal)
  if ((await folder.read(bareFile)) === undefined) {
    try {
      return await send(text)
    } catch (error) {
      const isSigned = 'signature' in JSON.parse(text)
      if (isSigned && (await readVote(folder)) === undefined) throw error
      if (!(await isUnread(error, folder, { now: runtime.clock.now(), until }))) throw error
      print(`a verdict was refused, and is sent without its outputs: ${String(error)}`)
      await folder.writeOnce(bareFile, await bareBody(runtime, folder, text))
    }
  }
  // What is published is to name the evidence that the control plane has. A vote that was published before cannot change.
  const vote = await deliveredVote(folder)
  if (vote) await replaceVerdict(runtime.workDir.verdicts, vote)
  await send((await folder.read(bareFile)) ?? text)
}

/** Any other refusal that is not JSON may pass, so it takes half of the time that was left at the first one. */
async function isUnread(error: unknown, folder: StateFolder, { now, until }: { now: number; until: number }) {
  if (isCode(error, ...unreadCodes)) return true
  if (!(error instanceof ApiError) || error.isRetryable || !/^http_4\d\d$/.test(error.code)) return false
  const wholeUntil = await folder.writeOnce(wholeUntilFile, String(now + Math.max(0, until - now) / 2))
  return now >= Number(wholeUntil)
}

async function bareBody({ identity, connection }: Runtime, folder: StateFolder, text: string): Promise<string> {
  const pinned = connection.current()
  if (!pinned) throw new Error('The runtime is not connected.')
  const { verification_id, verdict, evidence }: { verification_id: string } & Finding = JSON.parse(text)
  const finding = { verdict, evidence: bareEvidence(evidence) }
  const own = { chainId: pinned.chain_id, escrow: pinned.escrow }
  const vote = await readVote(folder)
  const signed = vote && (await signVerdict(identity, own, vote, finding))
  return JSON.stringify(verdictBody(verification_id, finding, signed))
}
