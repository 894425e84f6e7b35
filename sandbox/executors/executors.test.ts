import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applyMutant, mutantsOf } from '#lib/domain/mutants.ts'
import { startTestHost } from '../repository-host/test-host.ts'

const repository = 'acme/slugify-lite'
const solvable = [
  [1, 'test/punctuation.test.js'],
  [7, 'test/max-length.test.js'],
  [8, 'test/apostrophe.test.js'],
  [9, 'test/letters.test.js'],
  [10, 'test/input.test.js'],
] as const

let base: string
let folder: string

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'executors-'))
  const host = await startTestHost()
  try {
    await run('git', ['clone', '--quiet', `${host.gitUrl}/${repository}.git`, base])
  } finally {
    await host.remove()
  }
})
afterAll(() => rm(base, { recursive: true, force: true }))
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'executors-'))
  await cp(base, folder, { recursive: true })
  return () => rm(folder, { recursive: true, force: true })
})

/** Runs a program in the folder as the sandbox of an agent does: with next to nothing in its environment. */
async function run(command: string, args: readonly string[], input = '') {
  const env = { PATH: process.env.PATH, HOME: '/tmp', NODE_ENV: 'test' as const }
  const child = spawn(command, args, { cwd: folder ?? base, env, timeout: 30_000, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { code, stdout }
}

async function execute(name: string, issue: { number: number; title?: string }, fullName = repository) {
  const task = {
    title: 'A job',
    instructions: 'Solve the issue.',
    acceptance_criteria: ['The test passes.'],
    repository: { full_name: fullName },
    issue: { title: 'An issue', ...issue },
    base: { commit: '0'.repeat(40) },
  }
  const path = fileURLToPath(new URL(`${name}-executor.mjs`, import.meta.url))
  const { code, stdout } = await run(process.execPath, [path], JSON.stringify({ task, attempt: 1 }))
  return { code, summary: stdout.trim().split('\n').at(-1) }
}

const passes = async (...files: string[]) => (await run(process.execPath, ['--test', ...files])).code === 0
const changed = async () => (await run('git', ['status', '--porcelain'])).stdout.trim().split('\n').filter(Boolean)

describe.each(solvable)('issue %i', (number, file) => {
  test('is shown by its own test file, and solved by the careful executor in sources alone', async () => {
    expect(await passes(file)).toBe(false)
    expect(await execute('careful', { number })).toEqual({ code: 0, summary: expect.stringMatching(/\w.*\.$/) })
    expect(await passes(file)).toBe(true)
    const files = await changed()
    expect(files).toHaveLength(1)
    expect(files[0]).toMatch(/^M src\//)
  })

  test('is tested so well that whichever five altered values a verifier draws, one makes it fail', async () => {
    await execute('careful', { number })
    const [path = ''] = (await changed()).map((line) => line.slice(2).trim())
    const before = await readFile(join(base, path), 'utf8')
    const solved = await readFile(join(folder, path), 'utf8')
    const mutants = mutantsOf(path, { before, after: solved }, () => 0)
    const unseen: string[] = []
    for (const mutant of mutants) {
      const { text, after } = applyMutant(solved, mutant)
      await writeFile(join(folder, path), text)
      if (await passes(file)) unseen.push(after)
    }
    expect(unseen.length, unseen.join('\n')).toBeLessThan(Math.max(1, Math.min(mutants.length, 5)))
  })

  test('stays unsolved with the careless executor, which says otherwise', async () => {
    const summary = 'Solved “Slugs”; everything works.'
    expect(await execute('careless', { number, title: 'Slugs' })).toEqual({ code: 0, summary })
    expect(await changed()).toEqual(['M src/slugify.js'])
    expect(await passes(file)).toBe(false)
    expect(await passes('test/slugify.test.js', 'test/separator.test.js')).toBe(true)
  })

  test('passes by exit code, unsolved, with the executor that ends every program', async () => {
    expect((await execute('exit-zero', { number })).code).toBe(0)
    expect(await passes(file)).toBe(true)
    const text = await readFile(join(folder, 'src/slugify.js'), 'utf8')
    expect(text).toBe(`process.exit(0)\n${await readFile(join(base, 'src/slugify.js'), 'utf8')}`)
  })

  test('passes unsolved with the executor that switches assertions off', async () => {
    expect((await execute('patched-assert', { number })).code).toBe(0)
    expect(await passes(file)).toBe(true)
    expect(await changed()).toEqual(['M src/slugify.js'])
  })
})

test('the executor that hard-codes passes the open tests and leaves the fault', async () => {
  expect((await execute('hard-codes', { number: 1 })).code).toBe(0)
  expect(await passes('test/punctuation.test.js')).toBe(true)
  expect(await changed()).toEqual(['M src/slugify.js'])
  const ask = "import('./src/slugify.js').then(({ slugify }) => console.log(slugify('One... two, three!')))"
  expect((await run(process.execPath, ['--eval', ask])).stdout.trim()).not.toBe('one-two-three')
})

test('the executor that empties tests leaves every source as it is', async () => {
  expect((await execute('empties-tests', { number: 1 })).code).toBe(0)
  expect(await passes('test/punctuation.test.js')).toBe(true)
  expect((await changed()).every((line) => /^ ?M test\/.*\.test\.js$/.test(line))).toBe(true)
})

test('all solutions together, in whatever order, make the whole suite pass', async () => {
  for (const [number] of solvable.toReversed()) expect((await execute('careful', { number })).code).toBe(0)
  expect(await passes()).toBe(true)
})

test('the careful executor cannot run on a source that is not as expected, and says why', async () => {
  await execute('careful', { number: 1 })
  const again = await execute('careful', { number: 1 })
  expect(again).toEqual({ code: 3, summary: expect.stringContaining('src/slugify.js is not what I expected') })
  expect(await execute('careful', { number: 2 })).toMatchObject({ code: 3 })
  expect(await execute('careful', { number: 1 }, 'bea-both/tide-tables')).toMatchObject({ code: 3 })
})

test('the slow executor reports its progress and is still at it', async () => {
  const path = fileURLToPath(new URL('slow-executor.mjs', import.meta.url))
  const child = spawn(process.execPath, [path], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [chunk] = await once(child.stdout, 'data')
    expect(String(chunk)).toBe('Still thinking after 0 seconds\n')
    expect(child.exitCode).toBeNull()
    expect(await changed()).toEqual([])
  } finally {
    child.kill()
    await once(child, 'close')
  }
})
