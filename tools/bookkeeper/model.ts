import type { BookLog } from './read-logs.ts'

type Hex = `0x${string}`
export type Model = {
  escrow: Hex
  clients: Hex[]
  agents: Hex[]
  logs: BookLog[]
  /** The times of the blocks. */
  times: Map<bigint, string>
  through: bigint
}

/** Numbers in [0, 1) that a seed decides (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const hexOf = (kind: number, number: number, digits: number): Hex =>
  `0x${kind}${number.toString(16).padStart(digits - 1, '0')}`

const outsider = hexOf(9, 1, 40)
const payee = hexOf(9, 3, 40)
const nobody: Hex = `0x${'0'.repeat(40)}`
const faults = ['none', 'none', 'deferred', 'dust', 'foreign', 'withdrawal', 'internal', 'reminted'] as const

/**
 * The logs of so many random jobs of one escrow, as the contract's rules order them: payments that the token refuses and
 * that are collected later, several jobs in one transaction, money sent past the contract, and moves between wallets.
 */
export function randomJobs(count: number, seed: number): Model {
  const random = randomOf(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const world: World = {
    escrow: hexOf(8, 1, 40),
    clients: Array.from({ length: 5 }, (_, n) => hexOf(1, n, 40)),
    agents: Array.from({ length: 9 }, (_, n) => hexOf(2, n, 40)),
    owed: new Map(),
    chain: openChain(below),
    isLikely: (chance) => random() < chance,
    below,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
  }
  for (let id = 1; id <= count; id += 1) {
    if (world.isLikely(0.7)) world.chain.next()
    play(world, BigInt(id))
    disturb(world)
    if (world.isLikely(0.5)) collect(world)
  }
  const { escrow, clients, agents, chain } = world
  return { escrow, clients, agents, ...chain.end() }
}

type World = Pick<Model, 'escrow' | 'clients' | 'agents'> & {
  /** What the token refused to send. */
  owed: Map<Hex, bigint>
  chain: ReturnType<typeof openChain>
  isLikely: (chance: number) => boolean
  below: (limit: number) => number
  pick: <T>(list: readonly T[]) => T
}
type Job = { id: bigint; client: Hex; reward: bigint; fee: bigint; held: bigint; attempts: number }

function play(world: World, id: bigint): void {
  const { chain, below, pick, isLikely } = world
  const [reward, fee, attempts] = [BigInt(1 + below(9_000_000)), BigInt(below(200_000)), 1 + below(3)]
  const job: Job = {
    id,
    client: pick(world.clients),
    reward,
    fee,
    held: reward + fee * 3n * BigInt(attempts),
    attempts,
  }
  chain.log('JobCreated', { id, client: job.client, held: job.held })
  move(world, job.client, world.escrow, job.held)
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    if (isLikely(0.8)) chain.next()
    const isEnded = isLikely(0.1)
      ? giveBack(world, job, pick(['JobCancelled', 'JobRefunded']))
      : judge(world, job, attempt)
    if (isEnded) return
  }
  chain.next()
  if (isLikely(0.7)) giveBack(world, job, 'JobRefunded')
}

/** One attempt with its verdicts; true when it ended the job. */
function judge(world: World, job: Job, attempt: number): boolean {
  const { chain, below, pick } = world
  const { id, client, reward, fee } = job
  const isRefused = pick(faults) === 'deferred'
  const agent = pick(world.agents)
  const judges = below(4)
  for (let verdict = 0; verdict < judges; verdict += 1) {
    const verifier = pick(world.agents)
    const payee = payeeOf(world, verifier)
    chain.log('VerdictRecorded', { id, attempt, agent: verifier, fee, payee })
    pay(world, { id, to: payee, amount: fee, isRefused })
    job.held -= fee
  }
  disturb(world)
  if (judges >= 2 && world.isLikely(0.4)) {
    chain.log('AttemptRejected', { id, attempt, agent, state: attempt === job.attempts ? 5 : 1 })
    return false
  }
  const payee = payeeOf(world, agent)
  const toWorker = judges < 2 ? reward / 2n : reward
  const toClient = job.held - toWorker
  if (judges < 2) chain.log('JobLapsed', { id, attempt, agent, toWorker, toClient, payee })
  else chain.log('JobSettled', { id, attempt, agent, reward: toWorker, returned: toClient, payee })
  pay(world, { id, to: payee, amount: toWorker, isRefused })
  pay(world, { id, to: client, amount: toClient, isRefused })
  return true
}

/** One in four is paid elsewhere: at an address of nobody here, or at another wallet of those who keep books. */
function payeeOf({ isLikely, pick, agents, clients }: World, agent: Hex): Hex {
  return isLikely(0.25) ? pick([payee, payee, ...agents.slice(0, 4), ...clients.slice(0, 2)]) : agent
}

function giveBack(world: World, { id, client, held }: Job, name: 'JobCancelled' | 'JobRefunded'): true {
  world.chain.log(name, { id, amount: held })
  pay(world, { id, to: client, amount: held, isRefused: world.pick(faults) === 'deferred' })
  return true
}

function move({ chain }: World, from: Hex, to: Hex, value: bigint): void {
  chain.log('Transfer', { from, to, value })
}

type Payment = { id: bigint; to: Hex; amount: bigint; isRefused: boolean }

function pay(world: World, { id, to, amount, isRefused }: Payment): void {
  if (amount === 0n) return
  if (isRefused) {
    world.owed.set(to, (world.owed.get(to) ?? 0n) + amount)
    world.chain.log('PaymentDeferred', { id, account: to, amount })
  } else move(world, world.escrow, to, amount)
}

function collect(world: World): void {
  const [entry] = world.owed
  if (!entry) return
  const [account, amount] = entry
  world.owed.delete(account)
  world.chain.next()
  world.chain.log('Collected', { account, amount })
  move(world, world.escrow, account, amount)
}

/** Something that is no business of the escrow. */
function disturb(world: World): void {
  const { clients, agents, escrow, pick, below } = world
  const some = (limit: number) => BigInt(below(limit))
  const fault = pick(faults)
  if (fault === 'dust') move(world, pick([outsider, ...agents]), escrow, 1n + some(3))
  if (fault === 'foreign') move(world, outsider, hexOf(9, 2, 40), some(5_000_000))
  if (fault === 'withdrawal') move(world, pick(agents), outsider, some(1_000_000))
  if (fault === 'internal') move(world, pick(agents), pick(clients), some(1_000_000))
  if (fault === 'reminted') move(world, nobody, pick(clients), 1n + some(100_000_000))
}

/** Places logs in blocks and transactions; fifty blocks are a day. */
function openChain(below: (limit: number) => number) {
  const logs: BookLog[] = []
  const times = new Map<bigint, string>()
  let [block, index, transaction] = [1n, 0, 1]
  return {
    next() {
      transaction += 1
      if (below(3) === 0) return
      block += BigInt(1 + below(3))
      index = 0
    },
    log(name: string, args: Record<string, unknown>) {
      logs.push({ name, args, block, index, transaction: hexOf(7, transaction, 64) })
      index += 1
      times.set(block, new Date(Date.UTC(2026, 0, 1 + Number(block / 50n))).toISOString())
    },
    end: () => ({ logs, times, through: block }),
  }
}
