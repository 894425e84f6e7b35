import { privateKeyToAddress } from 'viem/accounts'
import { connectNode } from '#sandbox/chain/node-client.ts'
import { operatorKeys } from '#sandbox/chain/operator-keys.ts'
import { freeRange } from '#test/free-range.ts'
import { openLedger } from '../demo/ledger.ts'
import { startOwnStack } from '../start/own-stack.ts'
import { readSettings } from '../start/settings.ts'
import { placesOf } from '../start/stack.ts'
import { temporaryData } from '../start/temporary-data.ts'
import type { Bench } from './measure.ts'
import { seeded } from './mixture.ts'
import { type NodeWire, startNodeWire } from './node-wire.ts'

export type OpenBench = Bench & { close: () => Promise<void> }
export type Chances = { seed: number; seconds: number }

/** The wires of a stack that is about to start, between its programs and its node. */
export async function wireUp(variables: NodeJS.ProcessEnv, nodes: number): Promise<NodeWire[]> {
  const target = variables.CHAIN_RPC_URL ?? ''
  return Promise.all(Array.from({ length: nodes }, () => startNodeWire(target)))
}

/** A stack that runs with these settings and wires, in the folder and on the ports that the environment names. */
export function benchOf(
  { variables, wires }: { variables: NodeJS.ProcessEnv; wires: readonly NodeWire[] },
  { seed, seconds }: Chances,
): OpenBench {
  const ledger = openLedger(variables)
  const keys = operatorKeys()
  const { dataDir, secrets } = readSettings(process.env, { reset: false })
  return {
    sky: {
      wires,
      seconds,
      random: seeded(seed),
      order: seeded(seed),
      escrow: ledger.escrow,
      node: connectNode(ledger.rpcUrl, Number(variables.CHAIN_ID), keys.deployer),
      operators: [keys.registrar, keys.dispatcher].map(privateKeyToAddress),
    },
    setting: {
      places: placesOf(variables),
      ledger,
      dataDir,
      apiKey: variables.CIRCLE_API_KEY ?? '',
      consolePassword: secrets.console,
    },
    databaseUrl: variables.DATABASE_URL ?? '',
    close: () => ledger.close(),
  }
}

/** A separate stack, on free ports unless the environment names some, that reaches its chain over so many wires. */
export async function openBench({ nodes, ...chances }: Chances & { nodes: number }): Promise<OpenBench> {
  const own = process.env.JOBWRIGHT_DATA ? undefined : await temporaryData('weather')
  if (own) process.env.JOBWRIGHT_DATA = own.dataDir
  process.env.PORT ??= String(await freeRange(15))
  let wires: NodeWire[] = []
  const leave = async () => {
    for (const wire of wires) await wire.stop()
    if (!own) return
    await own.remove()
    delete process.env.JOBWRIGHT_DATA
  }
  const options = {
    env: {
      RECONCILE_SECONDS: '10',
      // Keys without money for twenty seconds must not cost a panel its whole time, which is six hours elsewhere.
      ESCROW_SEAT_WINDOW: '600',
      // A chain without new blocks keeps its state, and what stands for it here is a block that the node keeps mining above.
      CHAIN_KEPT_STATES: String(Math.max(128, 2 * Math.ceil(chances.seconds))),
      ...process.env,
      NODE_ENV: 'production' as const,
    },
    reset: false,
    report: (name: string, state: string) => console.log(`           ${name} ${state}`),
    reroute: async (variables: NodeJS.ProcessEnv) => {
      wires = await wireUp(variables, nodes)
      return { CHAIN_RPC_URLS: wires.map(({ url }) => url).join() }
    },
  }
  const stack = await startOwnStack(options, leave)
  const bench = benchOf({ variables: stack.variables, wires }, chances)
  const close = async () => {
    await bench.close()
    await stack.stop()
    await leave()
  }
  return { ...bench, close }
}
