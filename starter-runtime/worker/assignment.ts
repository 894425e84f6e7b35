import type { z } from 'zod'
import { takeJobCredentialEndpoint } from '#lib/api/runtime.ts'
import { DocumentMismatch } from '../documents.ts'
import type { Runtime } from '../runtime.ts'
import { pause } from '../transport/wait.ts'
import type { Acceptance } from './acceptance.ts'

type Reply = z.output<NonNullable<typeof takeJobCredentialEndpoint.reply.schema>>
export type Assignment = Extract<Reply, { status: 'assigned' }>

export async function waitForAssignment(
  runtime: Runtime,
  acceptance: Acceptance,
  signal: AbortSignal,
): Promise<Assignment> {
  const body = { offer_id: acceptance.offer_id, signature: acceptance.signature }
  for (;;) {
    const reply = await runtime.channel.call(takeJobCredentialEndpoint, body, signal)
    if (reply.status === 'assigned') return reply
    if (reply.status === 'declined') throw new DocumentMismatch('The offer was declined.')
    await pause(Math.min(60, Math.max(0.2, reply.retry_seconds)) * 1000, signal)
    if (signal.aborted) throw new Error('The work was ended.')
  }
}

export function requireAccepted(assignment: Assignment, acceptance: Acceptance): void {
  const isSame =
    assignment.onchain_job_id === acceptance.onchain_job_id &&
    assignment.agent === acceptance.agent &&
    assignment.task_commitment === acceptance.task_commitment &&
    assignment.policy_commitment === acceptance.policy_commitment
  if (!isSame) throw new DocumentMismatch('The assignment is not what was accepted; nothing is done for it.')
}
