import { randomInt } from 'node:crypto'
import { inTransaction, isUniqueViolation } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { type FreeVerifier, insertShadow, listShadowCandidates, type ShadowCandidate } from '../../data/shadow-seats.ts'
import { isFailure } from '../../domain/failure.ts'
import type { ShadowKind } from '../../domain/shadow-seat.ts'
import type { PublicHost } from '../../ports/public-host.ts'
import { newestJob } from '../chain/newest-job.ts'
import type { Context } from '../context.ts'
import { baseResult } from './base-result.ts'

const candidatesMax = 40

type Choice = { kind: ShadowKind; expected: 'PASS' | 'FAIL'; candidate: ShadowCandidate }

/**
 * Gives a free verifier a job to judge whose outcome is known. Whether it should pass or fail is decided by a coin, so that
 * neither answer is a good guess. False when there is no job that it has seen nothing of.
 */
export async function drawShadow(ctx: Context, host: PublicHost, verifier: FreeVerifier): Promise<boolean> {
  const candidates = await listShadowCandidates(ctx.db, verifier, candidatesMax)
  for (const choice of choices(candidates)) {
    if (!(await isPossible(ctx, verifier, choice.candidate))) continue
    const result = choice.kind === 'BASE' ? await readBase(ctx, host, choice.candidate) : null
    if (result === undefined) continue
    return give(ctx, verifier, choice, result)
  }
  return false
}

/** One of each kind at most, in the order in which they are tried. */
function choices(candidates: readonly ShadowCandidate[]): Choice[] {
  const passed = candidates.filter((one) => one.passed)
  const right = pick(passed, 'RECORD', 'PASS')
  const wrong = [
    ...pick(
      candidates.filter((one) => !one.passed),
      'RECORD',
      'FAIL',
    ),
    ...pick(
      passed.filter((one) => one.baseFails),
      'BASE',
      'FAIL',
    ),
  ]
  if (randomInt(2) === 0) wrong.reverse()
  return randomInt(2) === 0 ? [...right, ...wrong] : [...wrong, ...right]
}

function pick(candidates: readonly ShadowCandidate[], kind: ShadowKind, expected: Choice['expected']): Choice[] {
  const candidate = candidates.length > 0 ? candidates[randomInt(candidates.length)] : undefined
  return candidate ? [{ kind, expected, candidate }] : []
}

/** As the contract tells it: no verdict on the job can be posted any more, and the agent could have been seated on it. */
async function isPossible(ctx: Context, verifier: FreeVerifier, { onchainJobId }: ShadowCandidate): Promise<boolean> {
  const [job, agent] = await Promise.all([newestJob(ctx, onchainJobId), ctx.chain.agentOf(verifier.address)])
  if (!job || !agent?.isActive || agent.key !== verifier.key) return false
  const isTerminal = ['SETTLED', 'REJECTED', 'REFUNDED', 'CANCELLED', 'LAPSED'].includes(job.state)
  return isTerminal && agent.activeFrom <= job.createdAt
}

async function readBase(ctx: Context, host: PublicHost, candidate: ShadowCandidate) {
  try {
    return await baseResult(ctx, host, candidate)
  } catch (error) {
    // The host does not answer strangers now; another kind is given.
    if (!isFailure(error)) throw error
    return undefined
  }
}

async function give(
  ctx: Context,
  { agentId, ownerUserId, address: agentAddress, key }: FreeVerifier,
  { kind, expected, candidate }: Choice,
  result: Awaited<ReturnType<typeof baseResult>> | null,
): Promise<boolean> {
  const { onchainJobId, attempt, clientUserId, workerUserId, verificationSeconds } = candidate
  // As if the panel had been seated in the newest block.
  const { timestamp } = await ctx.chain.latestBlock()
  const verifyBy = timestamp + verificationSeconds
  const people = { clientUserId, workerUserId, agentId, ownerUserId, agentAddress, key }
  try {
    await inTransaction(ctx.db, async (tx) => {
      const row = { kind, expected, onchainJobId, attempt, ...people, verifyBy, ...(result && { result }) }
      const shadow = await insertShadow(tx, row)
      const subject = { type: 'shadow_seat', id: shadow.id } as const
      const evidence = { agent: agentAddress, job: onchainJobId.toString(), attempt, kind, expected }
      const change = { name: 'shadow_seat.given' as const, to: shadow.state, evidence }
      await recordEvent(tx, { actor: ctx.actor, subject, userId: null, ...change })
    })
  } catch (error) {
    // Another worker gave it one at this moment.
    if (!isUniqueViolation(error)) throw error
    return false
  }
  return true
}
