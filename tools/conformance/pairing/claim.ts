import { randomBytes } from 'node:crypto'
import { pairingDomain } from '#lib/domain/signed-messages.ts'
import type { Bench, Claim } from '../bench.ts'
import { require } from '../broken.ts'
import { inDays } from '../plane/bodies.ts'
import { hashOf } from '../plane/credentials.ts'
import type { Reply } from '../runtime-client.ts'
import { requireSigned } from '../signatures.ts'
import { challenge } from './challenge.ts'

/** The claim that may follow a challenge which was just answered, with a credential of no use. */
export async function claimAfterChallenge(bench: Bench, changes: Partial<Claim> = {}): Promise<Claim> {
  const { plane, pairing } = bench
  const { sent, runtimeNonce } = await challenge(bench)
  return {
    agent_id: plane.agentId,
    token: pairing.token,
    nonce: sent.nonce,
    runtime_nonce: runtimeNonce,
    credential: `jwr_${crypto.randomUUID()}_${randomBytes(32).toString('base64url')}`,
    api_base_url: plane.origin,
    scopes: plane.role === 'worker' ? ['heartbeat', 'qualification', 'job'] : ['heartbeat', 'verification'],
    epoch: 1,
    expires_at: inDays(30),
    chain_id: plane.chainId,
    escrow: plane.escrow,
    ...changes,
  }
}

export function sendClaim(bench: Bench, claim: Claim): Promise<Reply> {
  return bench.runtime.post('/service/connect/claim', claim)
}

/** Throws unless the answer is the signed receipt of this very claim. */
export async function requireReceipt(bench: Bench, claim: Claim, { status, json }: Reply): Promise<void> {
  require(status === 200 && json.claimed === true, `the claim was answered ${status} ${JSON.stringify(json)}`)
  const credentialHash = hashOf(claim.credential)
  require(json.credential_hash === credentialHash, 'credential_hash is not SHA-256 of the credential')
  const message = {
    agentId: claim.agent_id,
    nonce: claim.nonce,
    runtimeNonce: claim.runtime_nonce,
    credentialHash,
    epoch: claim.epoch,
    chainId: claim.chain_id,
    escrow: claim.escrow,
  }
  await requireSigned(bench.pairing.key, { name: 'ClaimReceipt', domain: pairingDomain, message }, json.signature)
}
