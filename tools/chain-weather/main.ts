import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeyToAddress } from 'viem/accounts'
import { connectNode } from '../../sandbox/chain/node-client.ts'
import { operatorKeys } from '../../sandbox/chain/operator-keys.ts'
import { checkedFetch } from '../contract/checked-fetch.ts'
import { openLedger } from '../demo/ledger.ts'
import { waitLonger } from '../demo/steps.ts'
import { readSettings } from '../start/settings.ts'
import { placesOf, startStack } from '../start/stack.ts'
import { freeRange } from '../test/free-range.ts'
import { measure } from './measure.ts'
import { seeded } from './mixture.ts'
import { type NodeWire, startNodeWire } from './node-wire.ts'
import { readOptions } from './options.ts'
import { type Row, tableOf } from './table.ts'

const { weathers, loads, seconds, seed } = readOptions(process.argv.slice(2))

const ownFolder = process.env.JOBWRIGHT_DATA ? undefined : await mkdtemp(join(tmpdir(), 'jobwright-weather-'))
// The demo's scenarios find the stack's ports and folder in the environment.
process.env.JOBWRIGHT_DATA ??= ownFolder
process.env.PORT ??= String(await freeRange(13))
let wire: NodeWire | undefined
let nodeUrl = ''
const stack = await startStack({
  env: { ...process.env, NODE_ENV: 'production', RECONCILE_SECONDS: '10' },
  reset: false,
  tell: (name, state) => console.log(`           ${name} ${state}`),
  reroute: async ({ CHAIN_RPC_URL = '' }) => {
    nodeUrl = CHAIN_RPC_URL
    wire = await startNodeWire(nodeUrl)
    return { CHAIN_RPC_URL: wire.url }
  },
})
const { variables } = stack
const rows: Row[] = []
const ledger = openLedger({ ...variables, CHAIN_RPC_URL: nodeUrl })
try {
  if (!wire) throw new Error('the stack was started without its wire')
  const places = placesOf(variables)
  globalThis.fetch = checkedFetch(places.origin, globalThis.fetch)
  waitLonger(10)
  const { dataDir, secrets } = readSettings(process.env, { reset: false })
  const keys = operatorKeys()
  const node = connectNode(nodeUrl, Number(variables.CHAIN_ID), keys.deployer)
  const operators = [keys.registrar, keys.dispatcher].map(privateKeyToAddress)
  const bench = {
    sky: { wire, node, operators, random: seeded(seed), seconds },
    setting: {
      ...{ places, ledger, dataDir, apiKey: variables.CIRCLE_API_KEY ?? '', consolePassword: secrets.console },
    },
    databaseUrl: variables.DATABASE_URL ?? '',
  }
  for (const weather of weathers) rows.push(await measure(bench, weather, loads))
} finally {
  await ledger.close()
  await stack.stop()
  await wire?.stop()
  if (ownFolder) await rm(ownFolder, { recursive: true, force: true })
}
console.log(`\n${tableOf(rows)}`)
process.exit(rows.every(({ trouble }) => trouble === '') ? 0 : 1)
