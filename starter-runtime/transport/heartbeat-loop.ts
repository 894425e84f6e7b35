import { getRuntimeConfigurationEndpoint } from '#lib/api/runtime.ts'
import type { Clock } from '../clock.ts'
import { print, reasonOf } from '../print.ts'
import type { Configuration, HeartbeatAnswer, Role } from '../runtime.ts'
import type { KnownWork } from '../status.ts'
import type { Tasks } from '../tasks.ts'
import { callApi } from './api-client.ts'
import { ApiError, isCode } from './api-error.ts'
import { backoffMs } from './backoff.ts'
import { type BeatParts, beat } from './beat.ts'
import { access } from './channel.ts'
import { prepareRotation } from './rotation.ts'
import type { Alarm } from './wait.ts'

export type LoopParts = BeatParts & { clock: Clock; alarm: Alarm; tasks: Tasks; role: Role }

type Known = { agentId: string; configuration: Configuration; etag: string | undefined }

const unpairedMs = 3_600_000

/** Keeps the runtime in touch with the control plane until the signal ends it; never throws. */
export async function runHeartbeat(parts: LoopParts, signal: AbortSignal): Promise<void> {
  let known: Known | undefined
  let failures = 0
  while (!signal.aborted) {
    if (parts.connection.current()?.state !== 'connected') {
      await parts.alarm.wait(unpairedMs, signal)
      continue
    }
    const used = parts.connection.current()?.credential
    try {
      const answer = await beat(parts, signal)
      parts.clock.set(answer.server_time)
      parts.status.lastHeartbeatAt = new Date()
      parts.status.known = knownWork(answer)
      known = await refresh(parts, known, answer, signal)
      failures = 0
      parts.role.receive(answer, known.configuration)
      const isExchanging = await takeUpRotation(parts, answer)
      await parts.alarm.wait(isExchanging ? 0 : answer.next_seconds * 1000, signal)
    } catch (error) {
      if (signal.aborted) return
      failures++
      await noteFailure(parts, error, failures, used)
      await parts.alarm.wait(backoffMs(failures, retryAfter(error)), signal)
    }
  }
}

function knownWork({ offers, jobs, verifications, probes }: HeartbeatAnswer): KnownWork[] {
  const wanted = jobs.filter((job) => job.state === 'ACCEPTED' || job.needs_result)
  return [
    ...offers.map(({ offer_id: id, expires_at: until }) => ({ kind: 'job' as const, id, until })),
    ...wanted.map(({ offer_id: id, result_by: until }) => ({ kind: 'job' as const, id, until })),
    ...probes.map(({ probe_id: id, answer_by: until }) => ({ kind: 'probe' as const, id, until })),
    ...verifications.map(({ verification_id: id, verify_by: until }) => ({ kind: 'verification' as const, id, until })),
  ]
}

/** The configuration that the answer names, read only when it is another one than is known. */
async function refresh(
  parts: LoopParts,
  known: Known | undefined,
  answer: HeartbeatAnswer,
  signal: AbortSignal,
): Promise<Known> {
  const agentId = parts.connection.current()?.agent_id ?? ''
  const mine = known?.agentId === agentId ? known : undefined
  if (mine && mine.configuration.configuration_version === answer.configuration_version) return mine
  const fresh = await parts.gate.share(() =>
    callApi(getRuntimeConfigurationEndpoint, undefined, { ...access(parts.connection), etag: mine?.etag, signal }),
  )
  if (fresh === 'unchanged') {
    if (!mine) throw new Error('The control plane answered without content.')
    return mine
  }
  requireOwnFacts(parts, fresh.value)
  return { agentId, configuration: fresh.value, etag: fresh.etag }
}

/** Chain and escrow are those of the pairing, whatever the configuration says later. */
function requireOwnFacts({ connection }: LoopParts, { agent, chain }: Configuration): void {
  const pinned = connection.current()
  if (pinned?.chain_id !== chain.chain_id || pinned.escrow !== chain.escrow)
    throw new Error('The control plane names another chain or escrow than this runtime is bound to.')
  if (pinned.agent_id !== agent.id || pinned.role !== agent.role)
    throw new Error('The control plane names another agent or role than this runtime was paired for.')
}

async function takeUpRotation(parts: LoopParts, answer: HeartbeatAnswer): Promise<boolean> {
  const { status, connection } = parts
  status.isRotationOffered = answer.rotation !== null
  await prepareRotation(connection, answer.rotation)
  const isExchanging = connection.current()?.pending != null
  if (isExchanging) status.isRotationWanted = false
  return isExchanging
}

/** A revoked credential ends all work; unfinished work stays on disk for a later pairing. */
async function noteFailure(
  parts: LoopParts,
  error: unknown,
  failures: number,
  used: string | undefined,
): Promise<void> {
  const reason = reasonOf(error)
  if (failures === 1 || parts.status.lastError !== reason) print(`control plane: ${reason}`)
  parts.status.lastError = reason
  const current = parts.connection.current()
  // A pairing that came in the meantime has brought another credential.
  if (!isCode(error, 'credential_revoked') || current?.state !== 'connected' || current.credential !== used) return
  await parts.connection.save({ ...current, state: 'revoked', pending: null })
  parts.status.known = []
  await parts.tasks.stopAll()
}

function retryAfter(error: unknown): number {
  return error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0
}
