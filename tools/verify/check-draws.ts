import { keccak256 } from 'viem'
import { commit } from '#lib/chain/commit.ts'
import { drawOrder, drawSeed } from '#lib/chain/draw-order.ts'
import type { Address, Hash, RegisteredVerifier } from '#lib/ports/chain.ts'
import { firstDifference } from './check-money.ts'
import { type Problem, problem } from './problem.ts'

/** What the chain knows that the draws of an attempt follow from. */
export type DrawFacts = {
  place: { chain_id: number; escrow: Address; registry: Address; onchain_job_id: string; attempt: number }
  result: Hash
  /** What the assignment bound the draws to. */
  drawCommit: Hash
  /** The owners of worker and client. */
  owners: Hash[]
  /** Everybody who was registered in time, in the registry's order. */
  verifiers: readonly RegisteredVerifier[]
}
/** One naming of verifiers on chain: the attempt's panel, then alternates. */
export type Naming = { secret: Hash; evidenceHash: Hash; seats: number[]; agents: Address[] }
export type PublishedDraw = { evidence_hash: string; document: Record<string, unknown> }

/** Repeats every draw of an attempt: from the bound secret, the result, the registry and the verifiers that were passed over. */
export function checkDraws(facts: DrawFacts, namings: readonly Naming[], draws: readonly PublishedDraw[]): Problem[] {
  const taken = new Set<Hash>(facts.owners)
  const texts: string[] = []
  let bound = facts.drawCommit
  for (const [at, naming] of namings.entries()) {
    if (keccak256(naming.secret) !== bound)
      texts.push(`The secret of naming ${at + 1} is not the one that was bound before`)
    bound = naming.secret
    texts.push(...checkDraw({ ...facts, taken }, at + 1, naming, draws))
    for (const { agent, ownerId } of facts.verifiers) if (naming.agents.includes(agent)) taken.add(ownerId)
  }
  return texts.map((text) => problem('draw_differs', `${text} (attempt ${facts.place.attempt}).`))
}

function checkDraw(
  { place, result, verifiers, taken }: DrawFacts & { taken: ReadonlySet<Hash> },
  naming: number,
  { secret, evidenceHash, seats, agents }: Naming,
  draws: readonly PublishedDraw[],
): string[] {
  const document = draws.find((draw) => draw.evidence_hash === evidenceHash)?.document
  if (!document || commit(document) !== evidenceHash) return [`The draw of naming ${naming} is missing or altered`]
  const seed = drawSeed({ secret, result, jobId: BigInt(place.onchain_job_id), attempt: place.attempt, naming })
  const kind = naming === 1 ? 'PANEL' : 'ALTERNATES'
  const said = { ...place, kind, naming, secret, seed, candidates: verifiers.length }
  const differing = Object.entries(said).filter(([name, value]) => document[name] !== value)
  const free = verifiers.filter(({ ownerId }) => !taken.has(ownerId))
  const picks = repeat(drawOrder(seed, free), passedOverIn(document), agents.length)
  const isOther = [
    [picks, agents],
    [document.picks, agents],
    [document.seats, seats],
  ].some(([one, other]) => firstDifference(listOf(one), listOf(other)) !== undefined)
  return [
    ...differing.map(([name]) => `The draw of naming ${naming} has another ${name}`),
    ...(isOther ? [`Naming ${naming} is not what its seed and the verifiers passed over give`] : []),
  ]
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function passedOverIn({ skipped }: Record<string, unknown>): unknown[] {
  return listOf(skipped).map((one) => (one as { agent?: unknown } | null)?.agent)
}

/** The first of each owner that was not passed over; nobody at all unless those were passed over in just this order. */
function repeat(order: RegisteredVerifier[][], passedOver: readonly unknown[], count: number): Address[] {
  const picks: Address[] = []
  let met = 0
  for (const agents of order) {
    if (picks.length === count) break
    for (const { agent } of agents) {
      if (agent !== passedOver[met]) {
        picks.push(agent)
        break
      }
      met += 1
    }
  }
  return met === passedOver.length ? picks : []
}
