import { z } from 'zod'
import { agentRoles } from '#lib/domain/agent.ts'

export const protocol = 'jobwright-runtime/1'

const nonce = z.string().min(16).max(200)

export const challengeBody = z.strictObject({
  protocol: z.literal(protocol),
  agent_id: z.uuid(),
  role: z.enum(agentRoles),
  origin: z.string().max(300),
  nonce,
})

export const claimBody = z.strictObject({
  agent_id: z.uuid(),
  token: z.string().max(100),
  nonce,
  runtime_nonce: nonce,
  credential: z.string().regex(/^jwr_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}_[A-Za-z0-9_-]{43}$/),
  api_base_url: z.url({ protocol: /^https?$/ }).max(300),
  scopes: z.array(z.string().max(100)).max(50),
  epoch: z.int().min(0),
  expires_at: z.iso.datetime(),
  chain_id: z.int().positive(),
  escrow: z.string().regex(/^0x[0-9a-f]{40}$/),
})

export type ChallengeBody = z.output<typeof challengeBody>
export type ClaimBody = z.output<typeof claimBody>

export type ChallengeAnswer = {
  protocol: typeof protocol
  runtime_nonce: string
  key: string
  software: string
  isolation: string
  signature: string
}
export type ClaimAnswer = { claimed: true; credential_hash: string; signature: string }
