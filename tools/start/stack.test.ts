import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '#sandbox/chain/free-port.ts'
import { databaseHome, prepareDatabase } from './postgres.ts'
import { type ChildSpec, type Supervised, supervise } from './supervise.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

async function folder(mode = 0o755): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'jobwright-start-'))
  await chmod(path, mode)
  cleanups.push(() => rm(path, { recursive: true, force: true }))
  return path
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    if (await condition()) return
    await wait(50)
  }
  throw new Error('the condition was never met')
}

function isAlive(pid: number | undefined): boolean {
  if (!pid) return false
  try {
    process.kill(pid, 0)
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

async function program(script: string, more: Pick<ChildSpec, 'logFile' | 'takeLine'> = {}): Promise<Supervised> {
  const spec = {
    name: 'program',
    command: process.execPath,
    args: ['-e', script],
    env: process.env,
    isReady: async () => true,
    ...more,
  }
  const supervised = await supervise(spec, () => undefined)
  cleanups.push(supervised.stop)
  return supervised
}

test('a program that is killed runs again, under a new process', async () => {
  const supervised = await program('setInterval(() => {}, 1000)')
  const first = supervised.pid()
  process.kill(first ?? 0, 'SIGKILL')
  await until(() => supervised.pid() !== first && isAlive(supervised.pid()))
  expect(isAlive(first)).toBe(false)
})

test('a stopped program is asked to end, ends in its own time, and is not started again', async () => {
  const path = await folder()
  const [listening, file] = [join(path, 'listening'), join(path, 'ended')]
  const write = (name: string) => `require('fs').writeFileSync(${JSON.stringify(name)}, 'x')`
  const supervised = await program(
    `process.on('SIGTERM', () => setTimeout(() => { ${write(file)}; process.exit(0) }, 200)); ${write(listening)}; setInterval(() => {}, 1000)`,
  )
  await until(() => existsSync(listening))
  const pid = supervised.pid()
  await supervised.stop()
  expect(existsSync(file)).toBe(true)
  expect(isAlive(pid)).toBe(false)
})

test('a program that never becomes ready fails the start instead of hanging', async () => {
  const spec = {
    name: 'broken',
    command: process.execPath,
    args: ['-e', 'throw new Error("the environment is not complete")'],
    env: process.env,
    isReady: async () => false,
  }
  const states: string[] = []
  const start = supervise(spec, (_, state) => states.push(state))
  await expect(start).rejects.toThrow(/^broken does not start[\s\S]*the environment is not complete/)
  expect(states.filter((state) => state.includes('the environment is not complete'))).toHaveLength(1)
})

test('a start that is interrupted ends the program that was not ready yet', async () => {
  const interrupted = new AbortController()
  const file = join(await folder(), 'pid')
  const script = `require('fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000)`
  const spec = {
    name: 'slow',
    command: process.execPath,
    args: ['-e', script],
    env: process.env,
    signal: interrupted.signal,
    isReady: async () => false,
  }
  const start = supervise(spec, () => undefined)
  await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '')
  interrupted.abort(new Error('interrupted'))
  await expect(start).rejects.toThrow('interrupted')
  expect(isAlive(Number(readFileSync(file, 'utf8')))).toBe(false)
})

test('a program goes on, and is started again, while the disk has no room for its log', async () => {
  const logFile = join(await folder(), 'program.log')
  symlinkSync('/dev/full', logFile)
  const supervised = await program("setInterval(() => { console.log('x'); console.error('y') }, 20)", { logFile })
  const first = supervised.pid()
  await wait(200)
  process.kill(first ?? 0, 'SIGKILL')
  await until(() => supervised.pid() !== first && isAlive(supervised.pid()))
})

test('a line with secrets that the supervisor takes is not logged, and only its owner may read the log', async () => {
  const logFile = join(await folder(), 'program.log')
  writeFileSync(logFile, 'earlier\n', { mode: 0o644 })
  const taken: string[] = []
  const script = `process.stdout.write('{"KEY":'); setTimeout(() => console.log('"secret"}\\nserving'), 50); setInterval(() => {}, 1000)`
  await program(script, { logFile, takeLine: (line) => line.startsWith('{') && taken.push(line) > 0 })
  await until(() => readFileSync(logFile, 'utf8').includes('serving'))
  expect(taken).toEqual(['{"KEY":"secret"}'])
  expect(readFileSync(logFile, 'utf8')).toBe('earlier\nserving\n')
  expect(statSync(logFile).mode & 0o777).toBe(0o600)
})

test('a command that is given before the packages are installed says what to do', async () => {
  const tools = join(await folder(), 'tools')
  mkdirSync(tools)
  copyFileSync(join(import.meta.dirname, '../run.mjs'), join(tools, 'run.mjs'))
  const { status, stderr } = spawnSync(process.execPath, [join(tools, 'run.mjs'), 'tools/start/main.ts'])
  expect([status, String(stderr)]).toEqual([1, expect.stringContaining('Run `npm ci` first')])
})

test('what a killed program had started itself ends with it', async () => {
  const path = await folder()
  const file = join(path, 'grandchild')
  const script = `const child = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']); require('fs').writeFileSync(${JSON.stringify(file)}, String(child.pid)); setInterval(() => {}, 1000)`
  const supervised = await program(script)
  await until(() => existsSync(file))
  const grandchild = Number(readFileSync(file, 'utf8'))
  const first = supervised.pid()
  process.kill(first ?? 0, 'SIGKILL')
  await until(() => supervised.pid() !== first)
  expect(isAlive(grandchild)).toBe(false)
})

test('a program that a killed supervisor left behind is ended before it is started again', async () => {
  const path = await folder()
  const logFile = join(path, 'program.log')
  const script = 'setInterval(() => {}, 1000)'
  const orphan = spawn(process.execPath, ['-e', script], { detached: true, stdio: 'ignore' })
  writeFileSync(`${logFile}.pid`, String(orphan.pid))
  const spec = {
    name: 'program',
    command: process.execPath,
    args: ['-e', script],
    env: process.env,
    logFile,
    isReady: async () => true,
  }
  const supervised = await supervise(spec, () => undefined)
  cleanups.push(supervised.stop)
  await until(() => !isAlive(orphan.pid))
  expect(isAlive(supervised.pid())).toBe(true)
})

async function startDatabase(dataDir: string): Promise<{ url: string; supervised: Supervised }> {
  const database = await prepareDatabase({ dataDir, port: await freePort(), password: 'secret' })
  const supervised = await supervise(database.child, () => undefined)
  cleanups.push(supervised.stop)
  return { url: database.url, supervised }
}

test('the database keeps its rows over a restart and wants its password', async () => {
  const dataDir = await folder()
  const first = await startDatabase(dataDir)
  const sql = postgres(first.url, { max: 1 })
  await sql`create table kept (value int)`
  await sql`insert into kept values (42)`
  await sql.end()
  await first.supervised.stop()
  const second = await startDatabase(dataDir)
  const again = postgres(second.url, { max: 1 })
  expect((await again`select value from kept`)[0]?.value).toBe(42)
  expect(existsSync(join(databaseHome(dataDir), 'postgres-password'))).toBe(false)
  await again.end()
  const stranger = postgres(second.url.replace('secret', 'guess'), { max: 1 })
  await expect(stranger`select 1`).rejects.toThrow(/password/)
})

test('the database starts below a folder that only its owner may enter', async () => {
  const home = await folder(0o700)
  const dataDir = join(home, 'project/.data')
  cleanups.push(() => rm(databaseHome(dataDir), { recursive: true, force: true }))
  const { url } = await startDatabase(dataDir)
  const sql = postgres(url, { max: 1 })
  expect((await sql`select 1 as one`)[0]?.one).toBe(1)
  await sql.end()
})

test('a database that a killed supervisor left behind is ended before a new one starts', async () => {
  const dataDir = await folder()
  const database = await prepareDatabase({ dataDir, port: await freePort(), password: 'secret' })
  const { command, args, env, uid, gid } = database.child
  const orphan = spawn(command, args, {
    env,
    detached: true,
    stdio: 'ignore',
    ...(uid !== undefined && { uid, gid: gid ?? uid }),
  })
  await until(database.child.isReady)
  const { url } = await startDatabase(dataDir)
  await until(() => !isAlive(orphan.pid))
  const sql = postgres(url, { max: 1 })
  expect((await sql`select 1 as one`)[0]?.one).toBe(1)
  await sql.end()
})
