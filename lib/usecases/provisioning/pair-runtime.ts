import { createHash } from 'node:crypto'
import { type AgentRow, lockAgent, resetStep } from '../../data/agents.ts'
import { inTransaction, isUniqueViolation, type Transaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import {
  bookKey,
  endPairing,
  findConnectionOfAgent,
  findLastPairing,
  findPendingPairing,
  holdPairing,
  notePairing,
  type PairingRow,
  pairingPlace,
  saveConnection,
} from '../../data/pairings.ts'
import {
  type CredentialRow,
  findRuntimeIdentity,
  insertCredential,
  nextEpoch,
  revokeCredential,
} from '../../data/runtime-credentials.ts'
import { credentialDays } from '../../domain/agent.ts'
import { type Failure, isFailure } from '../../domain/failure.ts'
import { pairingInvalid } from '../../domain/pairing-refusal.ts'
import { pairingDomain, typedMessage } from '../../domain/signed-messages.ts'
import type { Hash } from '../../ports/chain.ts'
import type { WorkerContext } from '../context.ts'
import { recordCredentialEvent } from '../runtime/credential-event.ts'
import { keyTaken, recordPairingFailed } from './pairing-failed.ts'
import type { StepOutcome } from './step.ts'

const protocol = 'jobwright-runtime/1'

/**
 * Pairs the agent with the runtime of its pending pairing. The runtime proves its key before token or credential are
 * sent; the hash of the credential is stored before the claim, and every retry sends the same credential.
 */
export async function pairRuntime(ctx: WorkerContext, agent: AgentRow): Promise<StepOutcome> {
  const pairing = await findPendingPairing(ctx.db, agent.id)
  if (!pairing) {
    const connection = await findConnectionOfAgent(ctx.db, agent.id)
    if (connection && !connection.disconnectedAt) return { state: 'DONE' }
    return { state: 'WAITING', detail: 'Waiting for a pairing token from the owner.' }
  }
  try {
    const runtimeNonce = pairing.runtimeNonce ?? (await challenge(ctx, agent, pairing))
    const credential = await prepareCredential(ctx, agent, pairing)
    await claim(ctx, agent, pairing, runtimeNonce, credential)
    await inTransaction(ctx.db, (tx) => finish(ctx, tx, agent, pairing))
    return { state: 'DONE' }
  } catch (error) {
    if (!isFailure(error)) throw error
    const isTemporary = error.code === 'runtime_unavailable' || error.code === 'unavailable'
    if (isTemporary && !pairing.isExpired) return { state: 'WAITING', detail: error.message }
    const detail = pairing.isExpired
      ? 'The pairing token has expired. Show a new one on the runtime’s console.'
      : error.message
    // The request that ended the pairing has said what follows; another one may be under way.
    return (await fail(ctx, agent, pairing, detail))
      ? { state: 'FAILED', detail }
      : { state: 'WAITING', detail: 'The pairing was ended by its owner.' }
  }
}

/** False when the pairing had ended before. */
function fail(ctx: WorkerContext, agent: AgentRow, pairing: PairingRow, detail: string): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    if (!(await endPairing(tx, pairing.id, 'FAILED', detail))) return false
    await recordPairingFailed(tx, ctx.actor, agent, pairing, detail)
    for (const one of await revokeCredential(tx, pairing.credentialId))
      await recordCredentialEvent(tx, ctx.actor, agent, 'credential_revoked', one, detail)
    return true
  })
}

const addressOf = ({ host, port, base, key }: PairingRow) => ({ host, port, base, key })

async function challenge(ctx: WorkerContext, agent: AgentRow, pairing: PairingRow): Promise<string> {
  const origin = ctx.settings.publicOrigin
  const { nonce, key } = pairing
  const answer = await ctx.runtimes.challenge(addressOf(pairing), {
    protocol,
    agentId: agent.id,
    role: agent.role,
    origin,
    nonce,
  })
  const { runtimeNonce, software, isolation } = answer
  const message = {
    protocol,
    agentId: agent.id,
    role: agent.role,
    origin,
    nonce,
    runtimeNonce,
    key,
    software,
    isolation,
  }
  const signer = await ctx.chain.signerOf(typedMessage('PairingAnswer', pairingDomain, message), answer.signature)
  if (signer !== key || answer.key !== key)
    throw pairingInvalid('The runtime did not prove the key that the token names.')
  const noted = await inTransaction(ctx.db, (tx) => notePairing(tx, pairing.id, { runtimeNonce, software, isolation }))
  if (!noted) throw ended()
  return noted.runtimeNonce ?? runtimeNonce
}

/** The credential's hash is in the database before the credential leaves the service. */
async function prepareCredential(ctx: WorkerContext, agent: AgentRow, pairing: PairingRow): Promise<CredentialRow> {
  const known = await findRuntimeIdentity(ctx.db, pairing.credentialId)
  if (known) return known.credential
  try {
    return await insertPending(ctx, agent, pairing)
  } catch (error) {
    const made = isUniqueViolation(error) && (await findRuntimeIdentity(ctx.db, pairing.credentialId))
    if (!made) throw error
    return made.credential
  }
}

/** A pairing that its owner has ended yields no credential. */
function insertPending(ctx: WorkerContext, agent: AgentRow, pairing: PairingRow): Promise<CredentialRow> {
  return inTransaction(ctx.db, async (tx) => {
    await lockAgent(tx, agent.id)
    if (!(await holdPairing(tx, pairing.id))) throw ended()
    const { key, credentialId: id } = pairing
    const epoch = await nextEpoch(tx, agent.id)
    const secretHash = sha256(credentialOf(ctx, pairing))
    const row = { id, agentId: agent.id, epoch, key, secretHash, scopes: scopesOf(agent), state: 'PENDING' } as const
    const { made, displaced } = await insertCredential(tx, row, credentialDays)
    const record = recordCredentialEvent
    for (const one of displaced)
      await record(tx, ctx.actor, agent, 'credential_revoked', one, 'The runtime was paired again.')
    await record(tx, ctx.actor, agent, 'credential_issued', made, 'The runtime proved its key.')
    return made
  })
}

function ended(): Failure {
  return pairingInvalid('The pairing is over.')
}

async function claim(
  ctx: WorkerContext,
  agent: AgentRow,
  pairing: PairingRow,
  runtimeNonce: string,
  credential: CredentialRow,
): Promise<void> {
  if (!pairing.tokenSealed) throw ended()
  const token = ctx.vault.open(pairing.tokenSealed, pairingPlace('token', pairing.credentialId))
  const secret = credentialOf(ctx, pairing)
  const { chainId, escrow } = ctx.chain
  const receipt = await ctx.runtimes.claim(addressOf(pairing), {
    agentId: agent.id,
    token,
    nonce: pairing.nonce,
    runtimeNonce,
    credential: secret,
    apiBaseUrl: ctx.settings.publicOrigin,
    scopes: credential.scopes,
    epoch: credential.epoch,
    expiresAt: credential.expiresAt,
    chainId,
    escrow,
  })
  const credentialHash: Hash = `0x${sha256(secret).toString('hex')}`
  const message = typedMessage('ClaimReceipt', pairingDomain, {
    agentId: agent.id,
    nonce: pairing.nonce,
    runtimeNonce,
    credentialHash,
    epoch: credential.epoch,
    chainId,
    escrow,
  })
  const signer = await ctx.chain.signerOf(message, receipt.signature)
  if (receipt.credentialHash !== credentialHash || signer !== pairing.key)
    throw pairingInvalid('The runtime’s receipt is not signed by its key.')
}

/** The receipt, which only a runtime with token and key can sign, is what books the key for this agent. */
async function finish(ctx: WorkerContext, tx: Transaction, agent: AgentRow, pairing: PairingRow): Promise<void> {
  if (!(await endPairing(tx, pairing.id, 'CLAIMED', null))) return
  const { host, port, base, key } = pairing
  if (!(await bookKey(tx, key, agent.id))) throw keyTaken()
  const known = (await findLastPairing(tx, agent.id)) ?? pairing
  await saveConnection(tx, {
    agentId: agent.id,
    address: `${host}${port === null ? '' : `:${port}`}${base}`,
    key,
    software: known.software ?? 'unknown',
    isolation: known.isolation ?? 'none',
  })
  if (agent.authorisedKey !== key) await resetStep(tx, agent.id, 'AUTHORISATION', { state: 'PENDING' })
  const subject = { type: 'agent', id: agent.id } as const
  const evidence = { pairing: pairing.id, key, credential: pairing.credentialId }
  await recordEvent(tx, { actor: ctx.actor, subject, userId: agent.userId, name: 'agent.paired', evidence })
}

function credentialOf(ctx: WorkerContext, pairing: PairingRow): string {
  if (!pairing.credentialSealed) throw ended()
  return ctx.vault.open(pairing.credentialSealed, pairingPlace('credential', pairing.credentialId))
}

/** Which channels a runtime may use. */
function scopesOf(agent: AgentRow): string[] {
  return agent.role === 'worker' ? ['heartbeat', 'qualification', 'job'] : ['heartbeat', 'verification']
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
