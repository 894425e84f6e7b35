import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { takeVerificationCredentialEndpoint } from '#lib/api/verification.ts'
import { print, reasonOf } from '../print.ts'
import { type KeptVerdict, keepVerdict } from '../rescue/kept-verdicts.ts'
import type { Configuration, HeartbeatAnswer, Runtime } from '../runtime.ts'
import type { StateFolder } from '../storage/state-folder.ts'
import type { Work } from '../tasks.ts'
import { planFile } from './publisher.ts'
import { signVerdict, verdictBody } from './verdict-body.ts'
import { cannotJudge, type Finding, type VerificationTask, type VerifyParts, verify } from './verify.ts'
import { keepVote } from './vote.ts'

type Asked = { seat: HeartbeatAnswer['verifications'][number]; configuration: Configuration }

export const verdictFile = 'verdict.json'

/** Kept back from the time of a verification for delivering its verdict. */
const marginMs = 5_000
const triesMax = 3

/** Judges the result, and keeps the body to send. */
export async function reachVerdict(
  runtime: Runtime,
  folder: StateFolder,
  { seat, configuration }: Asked,
  work: Work,
): Promise<string> {
  const pinned = runtime.connection.current()
  const agent = configuration.agent.wallet_address
  if (!pinned || !agent) throw new Error('The agent has no wallet address yet, so nothing can be verified for it.')
  const own = { chainId: pinned.chain_id, escrow: pinned.escrow, agent }
  const body = { verification_id: seat.verification_id }
  const task = await runtime.channel.call(takeVerificationCredentialEndpoint, body, work.signal)
  const finding = await tryToVerify(folder, {
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
  if (signed) await keepVote(folder, signed)
  const text = JSON.stringify(verdictBody(seat.verification_id, finding, signed))
  const kept = await folder.writeOnce(verdictFile, text)
  const isQualification = task.onchain_job_id === '0'
  if (signed && !isQualification) await keep(runtime, folder, task, { finding, signed })
  const name = isQualification ? 'qualification task' : `job ${task.onchain_job_id}, verification`
  print(`${name} ${seat.verification_id}: ${finding.verdict}, ${finding.evidence.reason}`)
  return kept
}

/** Whether an earlier try came to no end, which may have ended this process and what ran beside it. */
export function wasCutShort(parent: string, id: string): boolean {
  const has = (name: string) => existsSync(join(parent, id, name))
  return has(tryFile(0)) && !has(verdictFile) && !has('done')
}

/**
 * What ends a verification again and again, be it an error or the end of this process, becomes an answer, since another
 * verifier takes the seat after one and not after silence. It is signed for neither side.
 */
async function tryToVerify(folder: StateFolder, parts: VerifyParts & Work): Promise<Finding> {
  let tries = 0
  while (tries < triesMax && (await folder.read(tryFile(tries))) !== undefined) tries += 1
  if (tries === triesMax) return cannotJudge(parts, 'Each time that it was tried, the verifier’s program ended.')
  const own = tryFile(tries)
  await folder.writeOnce(own, new Date().toISOString())
  // A process that is asked to end may be killed before the work is stopped in order, which is no try.
  const forget = () => void folder.forget(own).catch(() => undefined)
  parts.draining.addEventListener('abort', forget)
  if (parts.draining.aborted) forget()
  try {
    return await verify(parts)
  } catch (error) {
    if (parts.signal.aborted || tries + 1 < triesMax) throw error
    return cannotJudge(parts, `The verifier’s program failed: ${reasonOf(error)}`)
  } finally {
    parts.draining.removeEventListener('abort', forget)
    if (parts.signal.aborted) await folder.forget(own)
  }
}

function tryFile(at: number): string {
  return `try-${at + 1}`
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
  if (!isMarked) await folder.writeOnce(planFile, JSON.stringify({ verdict: signed, at, until }))
  await keepVerdict(runtime.workDir.verdicts, signed)
}
