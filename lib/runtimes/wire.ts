import { z } from 'zod'
import type { PairingChallenge, PairingClaim } from '../ports/runtimes.ts'

type Hex = `0x${string}`

const lowerHex = (text: string): Hex => `0x${text.slice(2).toLowerCase()}`
const hex = (bytes: number) =>
  z
    .string()
    .regex(new RegExp(`^0x[0-9a-fA-F]{${bytes * 2}}$`))
    .transform(lowerHex)
/** Signed word for word, so nothing is trimmed or folded. */
const printable = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\x20-\x7e]+$/)

export const challengeAnswer = z
  .strictObject({
    protocol: z.literal('jobwright-runtime/1'),
    runtime_nonce: z.string().regex(/^[A-Za-z0-9_-]{16,128}$/),
    key: hex(20),
    software: printable(100),
    isolation: printable(60),
    signature: hex(65),
  })
  .transform(({ runtime_nonce, key, software, isolation, signature }) => {
    return { runtimeNonce: runtime_nonce, key, software, isolation, signature }
  })

export const claimAnswer = z
  .strictObject({ claimed: z.literal(true), credential_hash: hex(32), signature: hex(65) })
  .transform(({ credential_hash, signature }) => ({ credentialHash: credential_hash, signature }))

export function toChallengeBody({ protocol, agentId, role, origin, nonce }: PairingChallenge): object {
  return { protocol, agent_id: agentId, role, origin, nonce }
}

export function toClaimBody(claim: PairingClaim): object {
  return {
    agent_id: claim.agentId,
    token: claim.token,
    nonce: claim.nonce,
    runtime_nonce: claim.runtimeNonce,
    credential: claim.credential,
    api_base_url: claim.apiBaseUrl,
    scopes: claim.scopes,
    epoch: claim.epoch,
    expires_at: claim.expiresAt.toISOString(),
    chain_id: claim.chainId,
    escrow: claim.escrow,
  }
}
