import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { connectNode, type NodeClient } from '#sandbox/chain/node-client.ts'
import { operatorKeys } from '#sandbox/chain/operator-keys.ts'
import { freeRange } from '#test/free-range.ts'
import { wireUp } from '../../chain-weather/bench.ts'
import type { NodeWire } from '../../chain-weather/node-wire.ts'
import { startOwnStack } from '../../start/own-stack.ts'
import { placesOf } from '../../start/stack.ts'
import { temporaryData } from '../../start/temporary-data.ts'
import { startDatabase } from '../discovery/database.ts'
import { readMachine } from '../discovery/machine.ts'
import { mineEvery } from './blocks.ts'
import { fundJobs, readyClients } from './clients.ts'
import { gather, guestsFor, members, type Size } from './crew.ts'
import { type Line, measure, untilSettled, type Watched } from './measure.ts'
import { reportOf } from './report.ts'
import { readStages } from './stages.ts'

const root = resolve(import.meta.dirname, '../../..')
const portsOfStack = 16
const purse = 10_000_000_000n

/** Measures the whole path of jobs at each interval between blocks; resolves to whether all were settled. */
export async function benchJobs(size: Size, blocks: readonly number[]): Promise<boolean> {
  const lines: Line[] = []
  let machine = ''
  for (const seconds of blocks) {
    const server = await startDatabase({ shared_preload_libraries: 'pg_stat_statements' })
    try {
      const facts = await readMachine(server.url('postgres'))
      machine = Object.entries(facts)
        .map(([fact, value]) => `${fact}: ${value}`)
        .join('; ')
      lines.push(await measureAt(seconds, size, server.url('postgres')))
    } finally {
      await server.stop()
    }
  }
  console.log(`\n${machine}\n\n${reportOf(size, lines)}`)
  return lines.every(({ settled, single }) => settled === size.jobs && single.length > 0)
}

async function measureAt(seconds: number, size: Size, databaseUrl: string): Promise<Line> {
  const { dataDir, remove } = await temporaryData('jobs')
  const first = await freeRange(portsOfStack + size.workers + size.verifiers)
  const ports = Array.from({ length: size.workers + size.verifiers }, (_, index) => first + portsOfStack + index)
  Object.assign(process.env, { JOBWRIGHT_DATA: dataDir, PORT: String(first) })
  let wires: NodeWire[] = []
  const leave = async () => {
    for (const wire of wires) await wire.stop()
    await remove()
  }
  const sql = postgres(databaseUrl, { max: 4, onnotice: () => undefined })
  const stack = await startOwnStack(
    {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        DATABASE_URL: databaseUrl,
        SANDBOX_GUESTS: String(guestsFor(size)),
        RUNTIME_LOOPBACK: ports.map((port) => `localhost:${port}`).join(),
        ESCROW_SEAT_WINDOW: '3600',
        // Every verdict is in at once, so nothing has to wait for the rest of a panel.
        SHADOW_EVERY_SEATS: '0',
      },
      reset: false,
      hasRuntimes: false,
      report: (part, state) => console.log(`   ${part} ${state}`),
      reroute: async (variables) => {
        wires = await wireUp(variables, 1)
        return { CHAIN_RPC_URLS: wires.map(({ url }) => url).join() }
      },
    },
    leave,
  )
  try {
    await sql`create extension pg_stat_statements`
    const programs = Object.entries({ ...stack.pids(), database: await postmaster(sql), bench: process.pid })
    const pids = Object.fromEntries(programs.flatMap(([name, pid]) => (pid ? [[name, pid]] : [])))
    return await play({ seconds, size, sql, pids, wires, variables: stack.variables, ports })
  } finally {
    await sql.end({ timeout: 2 })
    await stack.stop()
    await leave()
  }
}

type Stage = Watched & {
  seconds: number
  size: Size
  variables: NodeJS.ProcessEnv
  ports: readonly number[]
}

async function play(stage: Stage): Promise<Line> {
  const { seconds, size, sql, variables, ports } = stage
  const node = connectNode(variables.CHAIN_RPC_URL ?? '', Number(variables.CHAIN_ID), operatorKeys().deployer)
  const [places, origin] = [placesOf(variables), variables.PUBLIC_ORIGIN ?? '']
  const chain = {
    chainId: Number(variables.CHAIN_ID),
    addresses: { escrow: variables.ESCROW_ADDRESS as `0x${string}` },
  }
  const place = { origin, chain, router: (request: Request) => fetch(request) }
  const crew = await gather(members(size, ports), { places, place, records: { sql } })
  console.log(`   ${size.workers} workers and ${size.verifiers} verifiers active`)
  try {
    const clients = await readyClients(places)
    for (const { wallet } of clients) await mint(node, variables.TOKEN_ADDRESS, wallet)
    await dispatch(stage, 'pause')
    const ids = await fundJobs(clients, size.jobs)
    console.log(`   ${ids.length} jobs funded`)
    const blocks = await mineEvery(node, seconds)
    try {
      const line = await measure(stage, ids, { start: () => dispatch(stage, 'resume'), blocks })
      console.log(`   ${line.settled} of ${size.jobs} settled in ${line.elapsed.toFixed(1)} s`)
      const singles: string[] = []
      for (let index = 0; index < size.single; index += 1) {
        const [id = ''] = await fundJobs(
          [clients[index % clients.length] ?? clients[0]].flatMap((one) => one ?? []),
          1,
        )
        await untilSettled(sql, [id], 120)
        singles.push(id)
      }
      return { ...line, seconds, single: await readStages(sql, singles, blocks), fullest: blocks.gasUsed() }
    } finally {
      await blocks.stop()
    }
  } finally {
    await crew.stop()
  }
}

const tokenAbi = parseAbi(['function mint(address, uint256)'])

async function mint(node: NodeClient, token: string | undefined, wallet: `0x${string}`): Promise<void> {
  const account = privateKeyToAccount(operatorKeys().minter)
  const call = { address: token as `0x${string}`, abi: tokenAbi, functionName: 'mint', args: [wallet, purse] } as const
  await node.waitForTransactionReceipt({ hash: await node.writeContract({ ...call, account }) })
}

async function dispatch({ variables }: Pick<Stage, 'variables'>, word: 'pause' | 'resume'): Promise<void> {
  const because = word === 'pause' ? ['--because', 'jobs are being funded'] : []
  const env = { ...process.env, ...variables }
  await promisify(execFile)('npm', ['run', '--silent', 'admin', '--', 'dispatch', word, ...because], { cwd: root, env })
}

async function postmaster(sql: postgres.Sql): Promise<number> {
  const [row] = await sql`select pg_read_file('postmaster.pid') as text`
  return Number.parseInt(String(row?.text), 10)
}
