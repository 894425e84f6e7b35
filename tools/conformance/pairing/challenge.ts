import { randomBytes } from 'node:crypto'
import { pairingDomain } from '#lib/domain/signed-messages.ts'
import type { Bench } from '../bench.ts'
import { require } from '../broken.ts'
import type { Reply } from '../runtime-client.ts'
import { requireSigned } from '../signatures.ts'

const protocol = 'jobwright-runtime/1'

export type Challenge = { protocol: string; agent_id: string; role: string; origin: string; nonce: string }

/** The challenge that the control plane sends, with what is changed about it. */
export function challengeOf({ plane }: Bench, changes: Partial<Challenge> = {}): Challenge {
  const { agentId, role, origin } = plane
  return { protocol, agent_id: agentId, role, origin, nonce: newNonce(), ...changes }
}

export function sendChallenge(bench: Bench, challenge: Challenge): Promise<Reply> {
  return bench.runtime.post('/service/connect/challenge', challenge)
}

/** Sends a challenge that must be answered, and returns it with the runtime's nonce. */
export async function challenge(bench: Bench, changes: Partial<Challenge> = {}) {
  const sent = challengeOf(bench, changes)
  const { status, json } = await sendChallenge(bench, sent)
  require(status === 200, `the challenge was answered ${status}`)
  require(typeof json.runtime_nonce === 'string', 'the answer has no runtime_nonce')
  return { sent, json, runtimeNonce: json.runtime_nonce }
}

/** Throws unless the key of the pairing token signed the answer to this very challenge. */
export async function requireAnswer(bench: Bench, sent: Challenge, json: Record<string, unknown>): Promise<void> {
  const { key } = bench.pairing
  require(json.protocol === protocol, `the answer names the protocol ${String(json.protocol)}`)
  require(json.key === key, `the answer names the key ${String(json.key)}, the token ${key}`)
  const { runtime_nonce: runtimeNonce, software, isolation } = json
  const texts = [runtimeNonce, software, isolation]
  require(texts.every(
    (text) => typeof text === 'string' && text !== '',
  ), 'runtime_nonce, software or isolation is missing')
  const { agent_id: agentId, role, origin, nonce } = sent
  const message = { protocol, agentId, role, origin, nonce, runtimeNonce, key, software, isolation }
  await requireSigned(key, { name: 'PairingAnswer', domain: pairingDomain, message }, json.signature)
}

export function newNonce(): string {
  return randomBytes(32).toString('base64url')
}

/** Throws unless the answer is a refusal: neither a success nor a fault of the runtime. */
export function requireRefused(what: string, { status }: Reply): void {
  require(status >= 400 && status < 500, `${what} was answered ${status}`)
}
