import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
let dataDir: string
let started: ChildProcess[]

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  started = []
})
afterEach(async () => {
  for (const child of started) {
    if (child.exitCode !== null) continue
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  rmSync(dataDir, { recursive: true, force: true })
})

function start(words: readonly string[], variables: NodeJS.ProcessEnv = { NODE_ENV: 'test' }) {
  const env = { PATH: process.env.PATH, SANDBOX_DATA: dataDir, ...variables }
  const child = spawn(process.execPath, ['sandbox/main.ts', ...words], { cwd: root, env, stdio: 'pipe' })
  started.push(child)
  return child
}

async function settingsOf(child: ReturnType<typeof start>): Promise<Record<string, string>> {
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line)
  throw new Error(`no settings were printed: ${await text(child.stderr)}`)
}

test.each([
  ['chain', 'chain', ['CHAIN_RPC_URL']],
  ['wallets', 'wallet-provider', ['CHAIN_RPC_URL', 'CIRCLE_API_URL']],
  ['repositories', 'repository-host', ['GITHUB_API_URL']],
  ['mailbox', 'mailbox', ['MAILBOX_URL']],
])(
  '%s starts by the command of its README with what it needs, answers, and ends when it is asked to',
  async (name, folder, urls) => {
    const readme = readFileSync(join(root, 'sandbox', folder, 'README.md'), 'utf8')
    expect(readme).toMatch(new RegExp(`npm run sandbox -- ${name}$`, 'm'))
    const child = start([name])
    const settings = await settingsOf(child)
    const all = ['CHAIN_RPC_URL', 'CIRCLE_API_URL', 'GITHUB_API_URL', 'MAILBOX_URL']
    expect(all.filter((url) => url in settings)).toEqual(urls)
    for (const url of urls) expect((await fetch(settings[url] ?? '')).status).toBeLessThan(500)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  },
)

test('a name that no stand-in has is refused with those that there are, in one line', async () => {
  const child = start(['mailbox', 'wallet'])
  const exit = once(child, 'exit')
  expect(await text(child.stderr)).toBe('there is no stand-in “wallet”, but chain, wallets, repositories, mailbox\n')
  expect(await exit).toEqual([1, null])
})

test('no stand-in starts in production', async () => {
  const child = start(['mailbox'], { NODE_ENV: 'production' })
  expect(await text(child.stderr)).toBe('the stand-ins never run in production\n')
})
