import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJobCall, termsOf } from '../../tools/test/escrow.ts'
import { approvedDraft, type Client, openIssue, readyClient } from '../../tools/test/journey.ts'
import { type Service, startService } from '../../tools/test/service.ts'
import { until } from '../../tools/test/until.ts'
import { callFromWallet } from '../../tools/test/wallet-app.ts'

let service: Service
let clara: Client
const children: ChildProcess[] = []
beforeAll(async () => {
  service = await startService()
  clara = await readyClient(service)
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await service.stop()
})

/** The worker program as a process of its own. */
function spawnWorker(): ChildProcess {
  const file = resolve(import.meta.dirname, 'main.ts')
  const env = { ...service.variables, NODE_ENV: 'test', REGISTRAR_PRIVATE_KEY: service.chain.keys.registrar }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
    env: env as NodeJS.ProcessEnv,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(child)
  return child
}

/** Database processes that hold the leader's lock. */
async function leaders(): Promise<number[]> {
  const rows = await service.sql`
    select pid from pg_locks where locktype = 'advisory' and objid = 6150003 and granted
    and database = (select oid from pg_database where datname = current_database())`
  return rows.map(({ pid }) => Number(pid))
}

async function expectFundedByIndexer(): Promise<void> {
  const locked = await approvedDraft(clara, await openIssue(service))
  const terms = await termsOf(service, locked)
  await callFromWallet(service, clara.person, createJobCall(service.chain.addresses.escrow, terms))
  const params = { id: locked.id }
  await until(
    () => clara.person.call('getDraft', { params }),
    ({ state }) => state === 'FUNDED',
  )
}

test('of two workers one follows the chain; the other takes over when it is killed, and again when it stops', async () => {
  const first = spawnWorker()
  const [leader] = await until(leaders, (pids) => pids.length === 1)
  const stopSecond = await service.runWorker()
  await expectFundedByIndexer()
  expect(await leaders()).toEqual([leader])

  first.kill('SIGKILL')
  await once(first, 'exit')
  const [next] = await until(leaders, (pids) => pids.length === 1 && pids[0] !== leader)
  expect(next).not.toBe(leader)
  await expectFundedByIndexer()

  const third = spawnWorker()
  await stopSecond()
  await until(leaders, (pids) => pids.length === 1 && pids[0] !== next)
  await expectFundedByIndexer()
  third.kill('SIGTERM')
  const [code] = await once(third, 'exit')
  expect(code).toBe(0)
  expect(await leaders()).toEqual([])
})
