import { sendHeartbeatEndpoint } from '#lib/api/runtime-heartbeat.ts'
import type { ConnectionStore } from '../connection.ts'
import { newestPolicy } from '../documents.ts'
import type { Identity } from '../identity.ts'
import type { HeartbeatAnswer } from '../runtime.ts'
import { software } from '../software.ts'
import { type Status, stateOf } from '../status.ts'
import { callApi } from './api-client.ts'
import { isCode, unreachable } from './api-error.ts'
import { access } from './channel.ts'
import type { Gate } from './gate.ts'
import {
  acknowledgeRotation,
  announceRotation,
  completeRotation,
  dropRotation,
  type RotationProof,
} from './rotation.ts'

export type BeatParts = { connection: ConnectionStore; identity: Identity; status: Status; gate: Gate }

/** What the control plane says to an objection that nothing comes of. */
const refusals = ['signature_invalid', 'not_found', 'attempt_superseded', 'release_not_announced', 'invalid_request']

/** One heartbeat with the credential in force; when one is being exchanged, with the exchange, alone. */
export async function beat(parts: BeatParts, signal: AbortSignal): Promise<HeartbeatAnswer> {
  const { connection, gate } = parts
  const isExchanging = connection.current()?.pending != null
  if (!isExchanging) return gate.share(() => send(parts, access(connection).credential, undefined, signal))
  return gate.alone(() => exchange(parts, signal))
}

/**
 * A new credential that was announced may have been taken although no answer came, so it is tried first; the old one is
 * used again only when the new one is unknown.
 */
async function exchange(parts: BeatParts, signal: AbortSignal): Promise<HeartbeatAnswer> {
  const { connection, identity } = parts
  const pending = connection.current()?.pending
  if (pending?.is_sent) {
    const answer = await tryNew(parts, pending.credential, signal)
    if (answer) return answer
  }
  const rotate = await announceRotation(connection, identity)
  const answer = await announce(parts, rotate, signal)
  const announced = connection.current()?.pending
  if (!announced?.is_acknowledged) return answer
  return (await tryNew(parts, announced.credential, signal)) ?? answer
}

async function tryNew(parts: BeatParts, credential: string, signal: AbortSignal): Promise<HeartbeatAnswer | undefined> {
  const isAcknowledged = parts.connection.current()?.pending?.is_acknowledged
  try {
    const answer = await send(parts, credential, undefined, signal)
    await completeRotation(parts.connection)
    return answer
  } catch (error) {
    if (isAcknowledged || !isCode(error, 'credential_revoked')) throw error
    return undefined
  }
}

async function announce(
  parts: BeatParts,
  rotate: RotationProof | undefined,
  signal: AbortSignal,
): Promise<HeartbeatAnswer> {
  try {
    const answer = await send(parts, access(parts.connection).credential, rotate, signal)
    await acknowledgeRotation(parts.connection)
    return answer
  } catch (error) {
    if (isCode(error, 'signature_invalid', 'invalid_request', 'state_conflict')) await dropRotation(parts.connection)
    throw error
  }
}

async function send(
  { connection, status }: BeatParts,
  credential: string,
  rotate: RotationProof | undefined,
  signal: AbortSignal,
): Promise<HeartbeatAnswer> {
  const running = [...status.running.values()].slice(0, 16)
  const wanted = status.isRotationWanted && { wants_rotation: true }
  const carried = rotate ? [] : [...status.objections.values()].filter((one) => !one.isRefused).slice(0, 16)
  const objections = carried.map(({ isRefused: _, ...objection }) => objection)
  const probes = status.isProber && { can_probe: true }
  const more = { ...probes, ...wanted, ...(rotate && { rotate }), ...(objections.length > 0 && { objections }) }
  const body = { state: stateOf(status), software, policy_version: newestPolicy, running, ...more }
  const { baseUrl } = access(connection)
  const answer = await callApi(sendHeartbeatEndpoint, body, { credential, baseUrl, signal }).catch((error: unknown) => {
    if (isCode(error, ...refusals)) for (const objection of carried) objection.isRefused = true
    throw error
  })
  if (answer === 'unchanged') throw unreachable('The control plane answered without content.')
  return answer.value
}
