import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '#sandbox/chain/free-port.ts'
import { freeRange } from '#test/free-range.ts'
import { findStack } from '../demo/find-stack.ts'
import { type RunningStack, runningStack, takeFolder } from './leftovers.ts'
import { nodeFlags } from './node-flags.ts'
import { readSettings } from './settings.ts'
import { startStack } from './stack.ts'
import { writeStackFile } from './stack-file.ts'

let dataDir: string
let other: ChildProcess
let stack: RunningStack

/** Another process that runs a stack with this folder. */
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'jobwright-running-'))
  other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  await once(other, 'spawn')
  const words = readFileSync(`/proc/${other.pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  stack = { pid: other.pid ?? 0, origin: `http://localhost:${await freePort()}` }
  writeFileSync(join(dataDir, 'supervisor.pid'), [stack.pid, words, stack.origin].join('\n'))
})
afterEach(() => {
  other.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

const env = () => ({ NODE_ENV: 'test' as const, PATH: process.env.PATH, JOBWRIGHT_DATA: dataDir })

test('a second start with the same folder says that one runs, where, and how to stop it, and leaves it alone', async () => {
  const files = () => readFileSync(join(dataDir, 'supervisor.pid'), 'utf8')
  const before = files()
  const sentence = `A stack is running already at ${stack.origin} (data in ${dataDir}): stop it with Ctrl-C in its terminal, or with \`kill ${stack.pid}\`.`
  await expect(startStack({ env: env(), reset: false, report: () => undefined })).rejects.toThrow(sentence)
  expect(() => readSettings(env(), { reset: true })).toThrow(sentence)
  expect([files(), other.exitCode]).toEqual([before, null])
})

test.each(['PORT', 'CHAIN_PORT', 'RUNTIME_PORTS'])(
  'a start whose %s another program has names the port and how to choose others, and starts nothing',
  async (name) => {
    other.kill('SIGKILL')
    await once(other, 'exit')
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const started: string[] = []
    const starting = startStack({
      env: { ...env(), PORT: String(await freeRange(16)), [name]: String(port) },
      reset: false,
      report: (program) => started.push(program),
    })
    await expect(starting).rejects.toThrow(`Another program listens on port ${port}, which this stack needs`)
    server.close()
    expect([started, runningStack(dataDir)]).toEqual([[], undefined])
  },
)

test.each([
  ['PORT', 'abc'],
  ['PORT', '99999'],
  ['PORT', '0'],
  ['RUNTIME_PORTS', '3e3'],
  ['DATABASE_PORT', '-1'],
])('a start with %s=%s says what a port is, and touches nothing', (name, value) => {
  const files = readdirSync(dataDir)
  expect(() => readSettings({ ...env(), [name]: value }, { reset: false })).toThrow(`Set ${name} to a whole number`)
  expect(readdirSync(dataDir)).toEqual(files)
})

test('a folder whose stack was killed is taken, and says where the new one is', async () => {
  other.kill('SIGKILL')
  await once(other, 'exit')
  const leave = takeFolder(dataDir, 'http://localhost:4000')
  expect(readFileSync(join(dataDir, 'supervisor.pid'), 'utf8')).toMatch(/\nhttp:\/\/localhost:4000$/)
  leave()
  expect(runningStack(dataDir)).toBeUndefined()
})

const started = () => writeStackFile(dataDir, { NODE_ENV: 'production', PUBLIC_ORIGIN: stack.origin }, env())
const find = (lines: string[] = []) =>
  findStack(dataDir, stack, { seconds: 1, everyMs: 50, report: (line) => lines.push(line) })

test('the demo says at once where it looks, and gives up with a next step when nothing is ready there', async () => {
  started()
  const lines: string[] = []
  await expect(find(lines)).rejects.toThrow(`Nothing is ready at ${stack.origin} for 1 s`)
  expect(lines[0]).toBe(
    `looking for the stack of process ${stack.pid}, with the data in ${dataDir}, at ${stack.origin}`,
  )
})

test('the demo waits for a stack that is being started, on any port', async () => {
  const server = createServer((_, response) => response.end('{}'))
  server.listen(Number(new URL(stack.origin).port), 'localhost')
  const lines: string[] = []
  const finding = find(lines)
  await expect.poll(() => lines).toHaveLength(2)
  expect(lines[1]).toContain('still being started')
  started()
  await finding
  server.close()
})

test('the demo says how to start one when the stack that it waits for ends', async () => {
  const finding = expect(find()).rejects.toThrow(/has ended\. Start one with `JOBWRIGHT_DATA=.* npm start`/)
  other.kill('SIGKILL')
  await finding
})

test.each([
  ['the database', /database starting/],
  ['the programs that need it', /sandbox starting/],
])('a demo that is interrupted while %s is starting leaves no program behind', async (_, moment) => {
  other.kill('SIGKILL')
  await once(other, 'exit')
  const demo = spawn(process.execPath, [...nodeFlags, 'tools/demo/main.ts'], {
    env: { ...process.env, JOBWRIGHT_DATA: dataDir, PORT: String(await freeRange(16)) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(demo, 'exit')
  let said = ''
  for await (const text of demo.stdout) {
    said += text
    if (moment.test(said) && !demo.killed) demo.kill('SIGINT')
  }
  expect((await ended)[0]).toBe(130)
  expect(programsNaming(basename(dataDir))).toEqual([])
  expect(runningStack(dataDir)).toBeUndefined()
})

/** The command lines of all processes that name a folder of this name. */
function programsNaming(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      } catch {
        return []
      }
    })
    .filter((words) => words.includes(folder))
}
