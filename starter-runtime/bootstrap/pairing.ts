import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AgentRole } from '#lib/domain/agent.ts'
import { pairingDomain, typedMessage } from '#lib/domain/signed-messages.ts'
import { commit, sha256 } from '../commitment.ts'
import type { ConnectionStore } from '../connection.ts'
import type { Identity } from '../identity.ts'
import { software } from '../software.ts'
import { Refusal } from './refusal.ts'
import { type ChallengeAnswer, type ChallengeBody, type ClaimAnswer, type ClaimBody, protocol } from './wire.ts'

const tokenMs = 15 * 60_000
const repeatMs = 10 * 60_000
const saltBytes = 16

/** The runtime's half of pairing. One token at a time, kept in memory only, used up by the claim that it admits. */
export type Pairing = {
  openToken(): { pairingToken: string; expiresAt: Date }
  challenge(body: ChallengeBody): Promise<ChallengeAnswer>
  claim(body: ClaimBody): Promise<ClaimAnswer>
}

export type PairingParts = {
  identity: Identity
  connection: ConnectionStore
  role: AgentRole
  controlPlane: string
  isolation: string
  publicAddress: () => string
  now?: () => number
}

/** The secret makes the nonces of its challenges, so that none of them takes memory or gives way to another. */
type OpenToken = { token: string; expiresAt: number; secret: Buffer }
type Challenger = { agentId: string; nonce: string }

export function createPairing(parts: PairingParts): Pairing {
  const now = parts.now ?? Date.now
  let open: OpenToken | undefined
  let lastClaim: Promise<unknown> = Promise.resolve()

  const requireOpen = (): OpenToken => {
    if (open && open.expiresAt <= now()) open = undefined
    if (!open) throw new Refusal('no_open_token')
    return open
  }

  const claim = async (body: ClaimBody): Promise<ClaimAnswer> => {
    const digest = commit(body)
    const repeated = answerGivenBefore(parts.connection, digest, now())
    if (repeated) return repeated
    requireChallenged(requireOpen(), body)
    requireOwnControlPlane(parts, body.api_base_url)
    requirePinned(parts.connection, body)
    const answer = await signReceipt(parts.identity, body)
    await parts.connection.save(connectionOf(parts.role, body, { digest, answer: JSON.stringify(answer), at: now() }))
    open = undefined
    return answer
  }

  return {
    openToken: () => {
      const token = randomBytes(32).toString('base64url')
      open = { token, expiresAt: now() + tokenMs, secret: randomBytes(32) }
      const pairingToken = `service-connect://${parts.publicAddress()}?v=1&token=${token}&key=${parts.identity.address}`
      return { pairingToken, expiresAt: new Date(open.expiresAt) }
    },
    challenge: async (body) => {
      const { secret } = requireOpen()
      if (body.role !== parts.role) throw new Refusal('wrong_role')
      requireOwnControlPlane(parts, body.origin)
      const challenger = { agentId: body.agent_id, nonce: body.nonce }
      return signAnswer(parts, body, makeNonce(secret, randomBytes(saltBytes), challenger))
    },
    /** One at a time, so that a token admits one claim. */
    claim: (body) => {
      const result = lastClaim.then(() => claim(body))
      lastClaim = result.catch(() => undefined)
      return result
    },
  }
}

function answerGivenBefore(connection: ConnectionStore, digest: string, now: number): ClaimAnswer | undefined {
  const claim = connection.current()?.claim
  if (!claim || !areEqual(claim.digest, digest) || now - claim.at > repeatMs) return undefined
  return JSON.parse(claim.answer)
}

/** 32 bytes that only this runtime can have made, and only for this agent and nonce. */
function makeNonce(secret: Buffer, salt: Buffer, { agentId, nonce }: Challenger): string {
  const proof = createHmac('sha256', secret)
    .update(salt)
    .update(JSON.stringify([agentId, nonce]))
    .digest()
  return Buffer.concat([salt, proof.subarray(0, 32 - saltBytes)]).toString('base64url')
}

function requireChallenged(open: OpenToken, body: ClaimBody): void {
  const salt = Buffer.from(body.runtime_nonce, 'base64url').subarray(0, saltBytes)
  const expected = makeNonce(open.secret, salt, { agentId: body.agent_id, nonce: body.nonce })
  const isRight = areEqual(open.token, body.token)
  if (!isRight || !areEqual(expected, body.runtime_nonce)) throw new Refusal('wrong_token')
}

function requireOwnControlPlane(parts: PairingParts, url: string): void {
  if (!URL.canParse(url) || new URL(url).origin !== parts.controlPlane) throw new Refusal('wrong_control_plane')
}

function requirePinned(connection: ConnectionStore, body: ClaimBody): void {
  const pinned = connection.current()
  if (pinned && (pinned.chain_id !== body.chain_id || pinned.escrow !== body.escrow)) throw new Refusal('other_escrow')
}

async function signAnswer(parts: PairingParts, body: ChallengeBody, runtimeNonce: string): Promise<ChallengeAnswer> {
  const { identity, isolation } = parts
  const { agent_id: agentId, role, origin, nonce } = body
  const facts = { agentId, role, origin, nonce, runtimeNonce, key: identity.address, software, isolation }
  const signature = await identity.sign(typedMessage('PairingAnswer', pairingDomain, { protocol, ...facts }))
  return { protocol, runtime_nonce: runtimeNonce, key: identity.address, software, isolation, signature }
}

async function signReceipt(identity: Identity, body: ClaimBody): Promise<ClaimAnswer> {
  const credentialHash = `0x${sha256(body.credential)}`
  const signature = await identity.sign(
    typedMessage('ClaimReceipt', pairingDomain, {
      agentId: body.agent_id,
      nonce: body.nonce,
      runtimeNonce: body.runtime_nonce,
      credentialHash,
      epoch: BigInt(body.epoch),
      chainId: BigInt(body.chain_id),
      escrow: body.escrow,
    }),
  )
  return { claimed: true, credential_hash: credentialHash, signature }
}

function connectionOf(role: AgentRole, body: ClaimBody, claim: { digest: string; answer: string; at: number }) {
  const { agent_id, api_base_url, credential, epoch, expires_at, scopes, chain_id, escrow } = body
  const bound = { agent_id, role, api_base_url, credential, epoch, expires_at, scopes, chain_id, escrow }
  return { ...bound, pending: null, claim, state: 'connected' as const }
}

/** Compares in a time that does not depend on where the texts differ. */
function areEqual(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(one), 'hex'), Buffer.from(sha256(other), 'hex'))
}
