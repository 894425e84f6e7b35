import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { commit } from '#lib/chain/commit.ts'
import { drawOrder, drawSeed } from '#lib/chain/draw-order.ts'
import type { Address, Hash, RegisteredVerifier } from '#lib/ports/chain.ts'
import { checkDraws, type DrawFacts, type Naming, type PublishedDraw } from './check-draws.ts'

/** `DRAWS=10000` repeats as many in both languages. */
const count = Number(process.env.DRAWS ?? 150)
type Draws = { facts: DrawFacts; namings: Naming[]; draws: PublishedDraw[] }

const hashOf = (name: string): Hash => `0x${createHash('sha256').update(name).digest('hex')}`
const addressOf = (name: string): Address => `0x${hashOf(name).slice(2, 42)}`
const owner = (index: number) => hashOf(`owner ${index}`)

/** Twelve owners, of whom every third has two verifiers and the first has ten. */
const registry: RegisteredVerifier[] = Array.from({ length: 12 }, (_, index) => index).flatMap((index) =>
  Array.from({ length: index === 0 ? 10 : index % 3 === 0 ? 2 : 1 }, (_, place) => ({
    agent: addressOf(`agent ${index} ${place}`),
    ownerId: owner(index),
    activeFrom: 1n,
  })),
)

/** One verifier in five is away, and in every fourth attempt four of five, so that fewer are drawn than there are seats. */
const isAwayIn = (number: number) => (agent: Address) =>
  (BigInt(hashOf(`${agent} ${number}`)) % 5n === 0n) !== (number % 4 === 3)

/** An attempt with a panel of up to three and up to two alternates. */
function attempt(number: number, isAway = isAwayIn(number)): Draws {
  const last = hashOf(`secret ${number}`)
  const secrets = [keccak256(last), last]
  const place = {
    chain_id: 31337,
    escrow: addressOf('escrow'),
    registry: addressOf('registry'),
    onchain_job_id: String(number),
    attempt: 1,
  }
  const result = hashOf(`result ${number}`)
  const owners = [owner(1), owner(2)]
  const facts = { place, result, drawCommit: keccak256(secrets[0] ?? '0x'), owners, verifiers: registry }
  const taken = new Set(owners)
  const made: ReturnType<typeof publish>[] = []
  for (const wanted of [
    [0, 1, 2],
    [1, 2],
  ]) {
    const secret = secrets[made.length] ?? '0x'
    const naming = made.length + 1
    const seed = drawSeed({ secret, result, jobId: BigInt(number), attempt: 1, naming })
    const skipped: { agent: Address; reason: string }[] = []
    const agents: Address[] = []
    let before = 0
    for (const { agent, ownerId } of calledIn(seed, taken)) {
      if (agents.length === wanted.length || taken.has(ownerId)) continue
      if (isAway(agent)) skipped.push({ agent, reason: 'offline' })
      else {
        agents.push(agent)
        before = skipped.length
        taken.add(ownerId)
      }
    }
    // Nobody is named when nobody is there, and the escrow takes no empty naming.
    if (agents.length === 0) continue
    const seats = wanted.slice(0, agents.length)
    const kind = naming === 1 ? 'PANEL' : 'ALTERNATES'
    const said = { ...place, kind, naming, secret, seed, seats, skipped: skipped.slice(0, before) }
    const document = { ...said, candidates: registry.length, picks: agents }
    made.push(publish({ secret, evidenceHash: '0x', seats, agents }, document))
  }
  return { facts, namings: made.map(({ naming }) => naming), draws: made.map(({ draw }) => draw) }
}

const calledIn = (seed: Hash, taken: ReadonlySet<Hash>) =>
  drawOrder(
    seed,
    registry.filter(({ ownerId }) => !taken.has(ownerId)),
  ).flat()

/** The hash on chain is that of the document, whatever it says. */
function publish(naming: Naming, document: Record<string, unknown>) {
  const evidenceHash = commit(document)
  return { naming: { ...naming, evidenceHash }, draw: { evidence_hash: evidenceHash, document } }
}

/** The first draw of an attempt with a false story, with its hash on chain. */
function forged({ facts, namings, draws }: Draws, change: object, onChain: Partial<Naming> = {}): Draws {
  const [first, ...others] = namings
  const made = publish({ ...(first as Naming), ...onChain }, { ...draws[0]?.document, ...change })
  return { facts, namings: [made.naming, ...others], draws: [made.draw, ...draws.slice(1)] }
}

async function inPython(all: readonly Draws[]): Promise<unknown[]> {
  const child = spawn('python3', ['-B', join(import.meta.dirname, 'python/draws.py')])
  for (const { facts, namings, draws } of all)
    child.stdin.write(`${JSON.stringify({ facts: factsInPython(facts), namings: namings.map(inWords), draws })}\n`)
  child.stdin.end()
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')])
  return printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

const inWords = ({ evidenceHash, ...naming }: Naming) => ({ ...naming, evidence_hash: evidenceHash })
const factsInPython = ({ drawCommit, verifiers, ...facts }: DrawFacts) => ({
  ...facts,
  draw_commit: drawCommit,
  verifiers: verifiers.map(({ agent, ownerId }) => [agent, ownerId]),
})

const isTrue = ({ facts, namings, draws }: Draws) => checkDraws(facts, namings, draws).length === 0

test(
  'draws are repeated from registry, result and document, by two programs that share no code',
  async () => {
    const all = Array.from({ length: count }, (_, number) => attempt(number))
    expect(all.filter((one) => !isTrue(one))).toEqual([])
    expect(await inPython(all)).toEqual(all.map(() => true))
  },
  120_000 + count * 50,
)

test('a draw that was not made by its rule is found by both, though its hash is on chain', async () => {
  // One in which a verifier was passed over, so that leaving this out can be tested.
  const number = Array.from({ length: 50 }, (_, at) => at).find((at) => skippedOf(attempt(at)).length > 1) ?? 0
  const honest = attempt(number)
  const [panel] = honest.namings as [Naming]
  const skipped = skippedOf(honest)
  const others = registry.map(({ agent }) => agent).filter((agent) => !panel.agents.includes(agent))
  const another = [...panel.agents.slice(0, 2), others[5] as Address]
  const turned = panel.agents.toReversed()
  const lies: Record<string, Draws> = {
    'another verifier': forged(honest, { picks: another }, { agents: another }),
    'another verifier on chain than in the document': forged(honest, {}, { agents: another }),
    'the same verifiers in another order': forged(honest, { picks: turned }, { agents: turned }),
    'a verifier passed over in silence': forged(honest, { skipped: skipped.slice(1) }),
    'a verifier passed over that was not called': forged(honest, { skipped: [...skipped, { agent: others[0] }] }),
    'verifiers passed over in another order': forged(honest, { skipped: skipped.toReversed() }),
    'fewer candidates': forged(honest, { candidates: registry.length - 1 }),
    'another seed': forged(honest, { seed: hashOf('seed') }),
    'a secret that was not bound': forged(honest, { secret: hashOf('guess') }, { secret: hashOf('guess') }),
    'other seats': forged(honest, { seats: [2, 1, 0] }),
    'another attempt': forged(honest, { attempt: 2 }),
    'another registry': forged(honest, { registry: addressOf('elsewhere') }),
    'no document': { ...honest, draws: honest.draws.slice(1) },
    'a registry with another verifier': { ...honest, facts: { ...honest.facts, verifiers: registry.slice(1) } },
    'another result': { ...honest, facts: { ...honest.facts, result: hashOf('other') } },
    'the worker’s owner on the panel': { ...honest, facts: { ...honest.facts, owners: [ownerOf(panel.agents[0])] } },
  }
  const names = Object.keys(lies)
  expect(names.filter((name) => isTrue(lies[name] as Draws))).toEqual([])
  const said = await inPython(Object.values(lies))
  expect(names.filter((_, at) => said[at] === true)).toEqual([])
})

const skippedOf = ({ draws }: Draws) => draws[0]?.document.skipped as { agent: Address }[]
const ownerOf = (agent: Address | undefined) => registry.find((one) => one.agent === agent)?.ownerId as Hash

test('every owner is drawn as often as every other, however many verifiers it runs', () => {
  const seats = new Map<Hash, number>()
  const rounds = 1_500
  for (let number = 0; number < rounds; number += 1)
    for (const agent of attempt(number, () => false).namings[0]?.agents ?? [])
      seats.set(ownerOf(agent), (seats.get(ownerOf(agent)) ?? 0) + 1)
  // Ten owners are free, and nine degrees of freedom give more than 27.9 once in a thousand times.
  const expected = (rounds * 3) / 10
  expect(seats.size).toBe(10)
  const chiSquare = [...seats.values()].reduce((sum, got) => sum + (got - expected) ** 2 / expected, 0)
  expect(chiSquare).toBeLessThan(27.9)
})
