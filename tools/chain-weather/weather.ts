import { setTimeout as wait } from 'node:timers/promises'
import type { NodeClient } from '#sandbox/chain/node-client.ts'
import { forgeSettlements } from './forged-settlement.ts'
import { viewUpTo } from './node-view.ts'
import { type Effect, type Gate, type NodeWire, numberIn } from './node-wire.ts'
import { prunedBelow } from './pruned-node.ts'
import { reorganise } from './reorganise.ts'

type Address = `0x${string}`

export type Sky = {
  /** The wire to each of the service's nodes. */
  wires: readonly NodeWire[]
  /** The node itself, past the wire. */
  node: NodeClient
  /** The addresses of the service's own keys. */
  operators: readonly Address[]
  escrow: Address
  /** Between 0 and 1, the same row of numbers for the same seed. What becomes of single requests takes them. */
  random: () => number
  /** Such numbers for what a mixture draws, which does not depend on how many requests arrive. */
  order: () => number
  /** How long a spell lasts at most. */
  seconds: number
}

/** Begins, and gives what ends it. */
export type Weather = {
  description: string
  /** How many nodes the service is given; one by default. */
  nodes?: number
  begin: (sky: Sky) => (() => Promise<void>) | Promise<() => Promise<void>>
}

const logRange = 500n
/** More blocks than one request for logs may span, mined at once when short logs begin; the chain's clock stays. */
const minedBlocks = 1_200
/** So few that a busy node answers in time. */
const minedInOneCall = 100
const hasMined = new WeakSet<Sky>()
/** How far one of two nodes is behind the other. */
const lagSeconds = 3n
const callsPerSecond = 25
const finalityBlocks = 300n
/** Deeper than any reorganisation here, so that none contradicts what was final. */
const safeBlocks = 6n
const stateBlocks = 10n
/** Above `stateBlocks`: the newest final block has no state then. Long enough that blocks become final so, one each second. */
const lateBlocks = 16n
const [lateSeconds, timelySeconds] = [30, 15]
const fullBalance = 10n ** 22n

export const weathers: Record<string, Weather> = {
  balancer: {
    description: `two nodes behind one address, one of them ${lagSeconds} seconds behind, chosen at random for each request`,
    begin: (sky) => throughGate(sky, () => (sky.random() < 0.5 ? viewUpTo(late(sky, lagSeconds)) : passOn)),
  },
  logs: {
    description: `${minedBlocks} blocks at once, logs of less than ${logRange} in one answer, one log in 20 missing, one answer in 10 empty`,
    begin: async (sky) => {
      const end = throughGate(sky, () => shortLogs(sky))
      // Once for a mixture: reading so many headers takes the service a minute.
      if (hasMined.has(sky)) return end
      hasMined.add(sky)
      for (let mined = 0; mined < minedBlocks; mined += minedInOneCall)
        await alone(sky, () => sky.node.mine({ blocks: minedInOneCall, interval: 0 }))
      return end
    },
  },
  rate: { description: `${callsPerSecond} requests a second at each node, then 429`, begin: limitRate },
  finality: {
    description: `finality ${finalityBlocks} blocks late`,
    begin: (sky) => lateFinality(sky, finalityBlocks),
  },
  stalled: { description: 'no new block, from 20 seconds after the beginning to the end', begin: stallMidway },
  poor: { description: 'the service’s keys without money for 20 of every 30 seconds', begin: emptyKeys },
  reorganised: { description: 'reorganisations 1 to 3 blocks deep, every 15 seconds', begin: reorganiseOften },
  pruned: {
    description: `no state of blocks older than ${stateBlocks}, and for ${lateSeconds} of every ${lateSeconds + timelySeconds} seconds finality ${lateBlocks} blocks late`,
    begin: pruneStates,
  },
  forged: {
    description:
      'the second of three nodes is on a branch with forged settlements, where hashes, receipts, logs and state fit',
    nodes: 3,
    begin: async ({ wires, node, escrow }) => {
      const forge = await forgeSettlements({ node, escrow })
      return throughGate({ wires: wires.slice(1, 2) }, () => forge)
    },
  },
}

const turns = new WeakMap<Sky, Promise<unknown>>()

/**
 * Changes the chain when no other change is under way: the node finds a reorganisation's ancestor before it waits for
 * blocks that are being mined, and would undo all of them.
 */
function alone(sky: Sky, change: () => Promise<void>): Promise<void> {
  const turn = Promise.resolve(turns.get(sky)).then(change)
  turns.set(
    sky,
    turn.catch(() => undefined),
  )
  return turn
}

const passOn: Effect = (call, send) => send(call)

function throughGate({ wires }: Pick<Sky, 'wires'>, gate: Gate): () => Promise<void> {
  for (const { gates } of wires) gates.add(gate)
  return async () => {
    for (const { gates } of wires) gates.delete(gate)
  }
}

function highestFinalized({ wires }: Sky): bigint {
  return wires.reduce((highest, wire) => later(highest, wire.highestFinalized()), 0n)
}

function lagging({ node }: Sky, blocks: bigint): () => Promise<bigint> {
  return async () => {
    const newest = await node.getBlockNumber()
    return newest > blocks ? newest - blocks : 0n
  }
}

/** The newest block that is at least so many seconds old by the clock of the chain's newest block. */
function late({ node }: Sky, seconds: bigint): () => Promise<bigint> {
  return async () => {
    const newest = await node.getBlock()
    let block = newest
    while (block.number > 0n && newest.timestamp - block.timestamp < seconds)
      block = await node.getBlock({ blockNumber: block.number - 1n })
    return block.number
  }
}

/** Jobs are under way by then. The view stays at one block, while the chain goes on. */
async function stallMidway(sky: Sky): Promise<() => Promise<void>> {
  const { node, seconds } = sky
  const stallsAt = performance.now() + Math.min(20, seconds / 3) * 1_000
  let height: Promise<bigint> | undefined
  return throughGate(sky, () => {
    if (performance.now() < stallsAt) return passOn
    height ??= node.getBlockNumber()
    const top = height
    return viewUpTo(() => top)
  })
}

function shortLogs({ random }: Sky): Effect {
  return async (call, send) => {
    if (call.method !== 'eth_getLogs') return send(call)
    const { fromBlock = '0x0', toBlock = '0x0' } = call.params[0] as { fromBlock?: string; toBlock?: string }
    if (BigInt(toBlock) - BigInt(fromBlock) + 1n >= logRange)
      return { error: { code: -32_602, message: `The range must be less than ${logRange} blocks` } }
    const answer = await send(call)
    if (!('result' in answer) || !Array.isArray(answer.result)) return answer
    return { result: random() < 0.1 ? [] : answer.result.filter(() => random() >= 0.05) }
  }
}

/** At each node. */
function limitRate({ wires }: Sky): () => Promise<void> {
  const ends = wires.map((wire) => {
    const arrivals: number[] = []
    return throughGate({ wires: [wire] }, () => {
      const now = performance.now()
      while (arrivals[0] !== undefined && now - arrivals[0] > 1_000) arrivals.shift()
      if (arrivals.length >= callsPerSecond) return { status: 429 }
      arrivals.push(now)
      return passOn
    })
  })
  return async () => {
    for (const end of ends) await end()
  }
}

/** What was final stays final; nothing newer is until it is that many blocks old. */
function lateFinality(sky: Sky, blocks: bigint): () => Promise<void> {
  const final = lagging(sky, blocks)
  return throughGate(sky, () => async (call, send) => {
    const [block, ...rest] = call.params
    if (call.method !== 'eth_getBlockByNumber' || (block !== 'finalized' && block !== 'safe')) return send(call)
    const answer = await send(call)
    const old = await final()
    const finalized = highestFinalized(sky)
    const number = later(old, finalized)
    if (numberIn(answer) <= number) return answer
    return send({ method: call.method, params: [`0x${number.toString(16)}`, ...rest] })
  })
}

const later = (a: bigint, b: bigint) => (a > b ? a : b)

/** Repeats until it is ended; a failure of one turn is that of the weather's own end. */
function repeatedly(seconds: number, turn: (signal: AbortSignal) => Promise<void>): () => Promise<void> {
  const ending = new AbortController()
  const { signal } = ending
  const run = async () => {
    while (!signal.aborted) {
      await turn(signal)
      await pause(seconds, signal)
    }
  }
  const running = run()
  running.catch(() => undefined)
  return async () => {
    ending.abort()
    await running
  }
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return wait(seconds * 1_000, undefined, { signal }).then(
    () => undefined,
    () => undefined,
  )
}

/** Gives the service's keys money again, also where a reorganisation took it back. */
export async function refill({ node, operators }: Sky): Promise<void> {
  await Promise.all(operators.map((address) => node.setBalance({ address, value: fullBalance })))
}

/** For a part of the time the state of a block is gone before the block is final. */
function pruneStates(sky: Sky): () => Promise<void> {
  const endPruning = throughGate(sky, () => prunedBelow(lagging(sky, stateBlocks)))
  const stop = repeatedly(timelySeconds, async (signal) => {
    const endLag = lateFinality(sky, lateBlocks)
    await pause(lateSeconds, signal)
    await endLag()
  })
  return async () => {
    await stop()
    await endPruning()
  }
}

function emptyKeys(sky: Sky): () => Promise<void> {
  const { node, operators, seconds } = sky
  const spell = Math.min(20, seconds / 2)
  return repeatedly(spell / 2, async (signal) => {
    await Promise.all(operators.map((address) => node.setBalance({ address, value: 0n })))
    await pause(spell, signal)
    await refill(sky)
  })
}

async function reorganiseOften(sky: Sky): Promise<() => Promise<void>> {
  const endLag = lateFinality(sky, safeBlocks)
  const stop = repeatedly(15, async () => {
    const depth = 1 + Math.floor(sky.random() * 3)
    await alone(sky, async () => {
      const newest = await sky.node.getBlockNumber()
      if (newest - BigInt(depth) >= highestFinalized(sky)) await reorganise(sky.node, depth)
    })
  })
  return async () => {
    await stop()
    await endLag()
  }
}
