import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { nodeFlags } from './start/node-flags.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '..')
const commands = [
  ...['audit', 'bookkeeper', 'demo', 'doctor', 'migrate', 'rerun', 'restore-drill', 'start', 'verify'].map((name) => [
    name,
  ]),
  ['bench', 'queues'],
]

/** The command with these words and without any setting, so that it could do nothing. */
async function start([name = '', ...words]: string[], word: string) {
  const env = { NODE_ENV: 'test' as const, PATH: process.env.PATH, JOBWRIGHT_DATA: join(root, 'no-such-folder') }
  const args = [...nodeFlags, `tools/${name}/main.ts`, ...words, word]
  return run(process.execPath, args, { cwd: root, env, timeout: 60_000 }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  )
}

describe.concurrent.each(commands)('%s %s', (...words) => {
  const command = words.filter(Boolean)

  test('prints its usage when asked, and does nothing else', async ({ expect }) => {
    const { code, stdout, stderr } = await start(command, '--help')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^npm (run|start)/)
  })

  test('refuses an option that it does not have with its usage, and without a stack', async ({ expect }) => {
    const { code, stdout, stderr } = await start(command, '--no-such-option')
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^Unknown option '--no-such-option'\.\n\nnpm (run|start)/)
    expect(stderr).not.toMatch(/^ {4}at /m)
  })
})

test('no other command reads its options itself, but those of which the whole line decides', () => {
  const files = globSync('tools/{*,bench/*}/main.ts', { cwd: root })
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((file) => readFileSync(join(root, file), 'utf8').includes('parseArgs'))).toEqual([])
})
