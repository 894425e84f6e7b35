import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#sandbox/chain/free-port.ts'
import { entitySecret, type Service, startService } from '#test/service.ts'
import { killHard, spawnWorker } from '#test/spawn-worker.ts'
import { until } from '#test/until.ts'
import { nodeFlags } from '#tools/start/node-flags.ts'

let service: Service
let port: number
beforeAll(async () => {
  service = await startService({ hasDatabaseLine: true })
  port = await freePort()
})
afterAll(() => service.stop())

type Answer = { status: number; reasons: { part: string; detail: string }[] }

async function ready(): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined)
  if (!response) return { status: 0, reasons: [] }
  return { ...((await response.json()) as Answer), status: response.status }
}

const start = () => spawnWorker({ ...service, variables: { ...service.variables, METRICS_PORT: String(port) } })

test('a worker is ready while it works, and not while its database or its chain is away, as it says', async () => {
  const worker = start()
  await until(ready, ({ status }) => status === 200, 40)
  service.wires.chain.fate = () => 'cut'
  const unchained = await until(ready, ({ status }) => status === 503)
  expect(unchained.reasons.map(({ part }) => part)).toContain('chain')
  service.wires.chain.mend()
  await until(ready, ({ status }) => status === 200, 30)
  service.databaseLine.freeze()
  const frozen = await until(ready, ({ status }) => status === 503)
  expect(frozen.reasons).toEqual([expect.objectContaining({ part: 'database' })])
  service.databaseLine.thaw()
  await until(ready, ({ status }) => status === 200, 40)
  await killHard(worker)
})

test('a worker whose reports do not arrive is not ready, though another one is heard', async () => {
  await service.sql`delete from worker_reports`
  const worker = start()
  await until(ready, ({ status }) => status === 200, 40)
  const [own] = await service.sql`select id from worker_reports`
  await service.sql.unsafe(`
    create function make_old() returns trigger language plpgsql as
      $$ begin new.heard_at := now() - interval '31 seconds'; return new; end $$;
    create trigger made_old before insert or update on worker_reports for each row
      when (new.id = '${own?.id}') execute function make_old()`)
  const stop = await service.runWorker()
  const unheard = await until(ready, ({ status }) => status === 503, 30)
  expect(unheard.reasons).toEqual([
    expect.objectContaining({ part: 'worker', detail: expect.stringMatching(/^This worker has not reported for 3\d/) }),
  ])
  expect((await service.router(new Request(`${service.origin}/api/ready/`))).status).toBe(200)
  await service.sql`drop trigger made_old on worker_reports`
  await until(ready, ({ status }) => status === 200)
  await stop()
  await killHard(worker)
})

/** What a program writes to its errors before it ends, and how it ends. */
async function outcomeOf(child: ChildProcess): Promise<{ code: number | null; said: string }> {
  const said = child.stderr ? text(child.stderr) : Promise.resolve('')
  const [code] = await once(child, 'exit')
  return { code, said: await said }
}

function run(file: string, more: Record<string, string>): ChildProcess {
  const path = resolve(import.meta.dirname, '../..', file)
  const env = { ...service.variables, NODE_ENV: 'test', PORT: String(port), ...more } as NodeJS.ProcessEnv
  const child = spawn(process.execPath, [...nodeFlags, path], { env, stdio: 'pipe' })
  service.onStop(() => killHard(child))
  return child
}

test('web and worker refuse to start with a newer database, in one sentence', async () => {
  await service.sql`insert into applied_migrations (name, checksum) values ('9999_future.sql', 'x')`
  const keys = {
    REGISTRAR_PRIVATE_KEY: service.chain.keys.registrar,
    DISPATCHER_PRIVATE_KEY: service.chain.keys.dispatcher,
    CIRCLE_ENTITY_SECRET: entitySecret,
  }
  const outcomes = [run('server.ts', {}), run('lib/worker/main.ts', keys)].map(outcomeOf)
  for (const { code, said } of await Promise.all(outcomes)) {
    expect(code).toBe(1)
    expect(said).toMatch(/^The database is at 9999_future\.sql, and this program ends at .*\n$/)
  }
  await service.sql`delete from applied_migrations where name = '9999_future.sql'`
})
