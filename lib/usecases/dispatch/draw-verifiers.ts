import { listRegisteredVerifiers } from '../../data/chain-index.ts'
import { listVerifierStandings, type VerifierStanding } from '../../data/dispatch.ts'
import type { SeatRow } from '../../data/seats.ts'
import type { Address, Hash, RegisteredVerifier } from '../../ports/chain.ts'
import type { WorkerContext } from '../context.ts'
import type { Standstill } from './standstill.ts'
import type { Subject } from './subject.ts'

/** `least` is with how many verifiers the draw is worth making; `named` are those of the attempt so far. */
export type WantedDraw = {
  kind: 'PANEL' | 'ALTERNATES'
  offerId: string
  seats: number[]
  least: number
  named: readonly SeatRow[]
}
export type Draw = { picks: VerifierStanding[]; document: DrawDocument }

/** How verifiers were drawn, so that anyone can repeat it from the registry: `docs/proof-format.md`. */
export type DrawDocument = {
  schema: 'jobwright/draw'
  version: 2
  chain_id: number
  escrow: Address
  registry: Address
  onchain_job_id: string
  attempt: number
  kind: WantedDraw['kind']
  naming: number
  drawn_at: string
  /** How many verifiers the registry had by the job's creation: the first so many of its list. */
  candidates: number
  secret: Hash
  seed: Hash
  seats: number[]
  skipped: { agent: Address; reason: string }[]
  picks: Address[]
}

const page = 200
/** A draw that waits for verifiers is tried again by then, though none was heard to come back. */
const retrySeconds = 30

/**
 * Calls the verifiers that were registered before the job in the order of the attempt's seed, and takes the first of each
 * owner that is available, until the seats are filled. The service's whole freedom is to pass verifiers over; the document
 * names each with the reason. Answers why not, when there is no draw.
 */
export async function drawVerifiers(
  ctx: WorkerContext,
  subject: Subject,
  wanted: WantedDraw,
): Promise<Draw | Standstill> {
  const { job, onChain, now } = subject
  const { attempt, result, createdAt } = onChain
  const jobId = job.onchainJobId
  const secret = ctx.drawSecrets.opening({ jobId, offerId: wanted.offerId }, onChain.drawCommit)
  if (!secret) return { reason: 'The secret of this draw is not known here. Is a retired dispatcher key missing?' }
  const registered = await registeredBy(ctx, createdAt)
  if (!registered) return { reason: 'The registry of verifiers is still being read.', afterSeconds: 2 }
  const naming = onChain.namings + 1
  const seed = ctx.chain.drawSeed({ secret, result, jobId, attempt, naming })
  const takenOwners = new Set([onChain.agentOwner, await ctx.chain.ownerOf(onChain.client)])
  for (const { agent, ownerId } of registered)
    if (wanted.named.some((row) => row.agentAddress === agent)) takenOwners.add(ownerId)
  const order = ctx.chain.drawOrder(
    seed,
    registered.filter(({ ownerId }) => !takenOwners.has(ownerId)),
  )
  const { picks, skipped } = await call(ctx, subject, order, wanted.seats.length)
  if (picks.length < wanted.least)
    return {
      reason: whyIncomplete(naming, picks.length, wanted.seats.length),
      afterSeconds: retrySeconds,
      waitsFor: 'VERIFIERS',
    }
  const document: DrawDocument = {
    schema: 'jobwright/draw',
    version: 2,
    chain_id: ctx.chain.chainId,
    escrow: ctx.chain.escrow,
    registry: ctx.chain.registry,
    onchain_job_id: jobId.toString(),
    attempt,
    kind: wanted.kind,
    naming,
    drawn_at: now.toString(),
    candidates: registered.length,
    secret,
    seed,
    seats: wanted.seats.slice(0, picks.length),
    skipped,
    picks: picks.map(({ address }) => address),
  }
  return { picks, document }
}

/** Those that were active by then, if the index has them all: the registry's list goes on with a younger one, or ends. */
async function registeredBy(ctx: WorkerContext, time: bigint): Promise<RegisteredVerifier[] | undefined> {
  const known = await listRegisteredVerifiers(ctx.db, time)
  const [last, next] = await ctx.chain.verifiers(Math.max(0, known.length - 1), 2)
  if (known.length === 0) return last && last.activeFrom <= time ? undefined : known
  const isWhole = last?.agent === known.at(-1)?.agent && (next === undefined || next.activeFrom > time)
  return isWhole ? known : undefined
}

async function call(ctx: WorkerContext, subject: Subject, order: RegisteredVerifier[][], count: number) {
  const picks: VerifierStanding[] = []
  const skipped: DrawDocument['skipped'] = []
  let skippedBeforePick = 0
  const standings = standingReader(ctx, subject, order.flat())
  for (const agents of order) {
    if (picks.length === count) break
    for (const { agent } of agents) {
      const standing = await standings(agent)
      const reason = await whyPassedOver(ctx, standing, subject.onChain.createdAt)
      if (standing && reason === null) {
        picks.push(standing)
        skippedBeforePick = skipped.length
        break
      }
      skipped.push({ agent, reason: reason ?? 'unknown' })
    }
  }
  // With fewer picks than seats, calls after the last pick that failed decided nothing.
  return { picks, skipped: skipped.slice(0, skippedBeforePick) }
}

/** Reads the standings page by page as the draw gets there. */
function whyIncomplete(naming: number, found: number, wanted: number): string {
  if (naming === 1) return `Only ${found} of ${wanted} verifiers are available; the draw waits for more.`
  const others = wanted === 1 ? 'Another verifier is' : `${wanted} other verifiers are`
  return `${others} needed, because some have not decided; ${found === 0 ? 'none is' : `${found} of them are`} available.`
}

function standingReader({ db, settings }: WorkerContext, { snapshot }: Subject, called: RegisteredVerifier[]) {
  const { allowUnisolated, requalificationSeconds, seatsPerVerifier } = settings
  const policyVersion = snapshot.policyDocument.version
  const found = new Map<Address, VerifierStanding>()
  const waiting = called.map(({ agent }) => agent)
  const read = new Set<Address>()
  return async (agent: Address): Promise<VerifierStanding | undefined> => {
    if (!read.has(agent)) {
      const next = waiting.splice(0, page)
      const query = { allowUnisolated, requalificationSeconds, seatsPerVerifier, policyVersion }
      for (const one of next) read.add(one)
      for (const standing of await listVerifierStandings(db, next, query)) found.set(standing.address, standing)
    }
    return found.get(agent)
  }
}

/** Null for a verifier that is available, and that the escrow would seat. What the chain bears out is said before our own word. */
async function whyPassedOver(
  ctx: WorkerContext,
  standing: VerifierStanding | undefined,
  createdAt: bigint,
): Promise<string | null> {
  if (!standing) return 'unknown'
  if (standing.reason && standing.reason !== 'suspended') return standing.reason
  const agent = await ctx.chain.agentOf(standing.address)
  if (!agent?.isActive) return 'revoked'
  if (!agent.isSound) return 'compromised'
  return agent.activeFrom > createdAt || agent.key !== standing.key ? 'rotated' : standing.reason
}
