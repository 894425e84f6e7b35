import { escrowDomain, typedMessage } from '#lib/domain/signed-messages.ts'
import { hex } from '../identity.ts'
import { print, reasonOf } from '../print.ts'
import type { Configuration, HeartbeatAnswer, Runtime } from '../runtime.ts'

type Notice = HeartbeatAnswer['notices'][number]

/**
 * Signs an objection to the announced end of each attempt that is still worked on, for the next heartbeats to carry. A
 * runtime that its owner paused, or that takes no more work, lets its attempts go.
 */
export function considerNotices(runtime: Runtime, answer: HeartbeatAnswer, { agent }: Configuration): void {
  const { status } = runtime
  const isHolding = !status.isDraining && agent.state === 'ACTIVE'
  const held = isHolding ? answer.notices.filter((notice) => isAtWork(runtime, answer, notice)) : []
  const names = new Set(held.map(nameOf))
  for (const name of status.objections.keys()) if (!names.has(name)) status.objections.delete(name)
  for (const notice of held.filter((one) => !status.objections.has(nameOf(one))))
    object(runtime, notice).catch((error: unknown) => {
      status.lastError = `An objection could not be signed: ${reasonOf(error)}`
    })
}

/** In hand with some progress, or delivered and not on chain yet. */
function isAtWork({ status }: Runtime, answer: HeartbeatAnswer, notice: Notice): boolean {
  const job = answer.jobs.find((one) => one.onchain_job_id === notice.onchain_job_id && one.attempt === notice.attempt)
  if (job?.state !== 'ASSIGNED') return false
  return !job.needs_result || status.running.get(job.offer_id)?.progress !== undefined
}

async function object({ identity, connection, status }: Runtime, notice: Notice): Promise<void> {
  const pinned = connection.current()
  if (!pinned) return
  const { onchain_job_id, attempt } = notice
  const message = { jobId: BigInt(onchain_job_id), attempt }
  const domain = escrowDomain(pinned.chain_id, hex(pinned.escrow))
  const signature = await identity.sign(typedMessage('ReleaseObjection', domain, message))
  status.objections.set(nameOf(notice), { onchain_job_id, attempt, signature, isRefused: false })
  print(`job ${onchain_job_id}: its end is announced while it is worked on; objecting`)
}

function nameOf({ onchain_job_id, attempt }: Notice): string {
  return `${onchain_job_id}/${attempt}`
}
