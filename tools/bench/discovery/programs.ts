import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#sandbox/chain/free-port.ts'
import { nodeFlags } from '#tools/start/node-flags.ts'
import { buildPages } from '../../start/build-pages.ts'

const here = resolve(import.meta.dirname, '../../..')

export type Program = {
  origin: string
  /** Processor time that the program has taken so far; not a number where the system does not tell. */
  cpuSeconds: () => Promise<number>
  stop: () => Promise<void>
}
/** A program that tells what processor time its event loop took since it was asked last, and for how many answers. */
export type Api = Program & { readLoop: () => Promise<{ busyMs: number; answers: number }> }

/** The web program on this database; nothing that public reading needs lies outside of it. */
export async function startWeb(
  databaseUrl: string,
  { root = here, ...options }: { cacheSeconds: number; isApiOnly: boolean; root?: string },
): Promise<Program> {
  const port = await freePort()
  const env = webVariables(databaseUrl, port, options.cacheSeconds)
  if (options.isApiOnly) return startForked(join(root, 'test/serve-api.ts'), env)
  await buildPages(root, env)
  const child = run(join(root, 'server.ts'), env, root)
  const origin = `http://127.0.0.1:${port}`
  await untilHealthy(child, `${origin}/api/v1/public/issues/?limit=1`)
  return programOf(child, origin)
}

/** The API alone, on this database. */
export async function startApi(databaseUrl: string, cacheSeconds: number): Promise<Api> {
  const env = webVariables(databaseUrl, await freePort(), cacheSeconds)
  const { child, ...program } = await forkListening(join(here, 'test/serve-api.ts'), env)
  const readLoop = async () => {
    child.send('loop')
    const [message] = await once(child, 'message')
    return message
  }
  return { ...program, readLoop }
}

/** A bare server on this database, which a file serves. */
export async function startControl(
  databaseUrl: string,
  file = new URL('serve-control.ts', import.meta.url),
): Promise<Program> {
  return startForked(fileURLToPath(file), webVariables(databaseUrl, await freePort(), 0))
}

async function startForked(file: string, env: NodeJS.ProcessEnv): Promise<Program> {
  const { child: _, ...program } = await forkListening(file, env)
  return program
}

async function forkListening(file: string, env: NodeJS.ProcessEnv): Promise<Program & { child: ChildProcess }> {
  const child = run(file, env)
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`))),
  ])) as [{ port: number }]
  return { child, ...programOf(child, `http://127.0.0.1:${message.port}`) }
}

function programOf(child: ChildProcess, origin: string): Program {
  return { origin, cpuSeconds: () => readCpuSeconds(child.pid), stop: () => end(child) }
}

/** Linux counts in hundredths of a second, the 14th and 15th fact about a process; its name, the second, may hold blanks. */
async function readCpuSeconds(pid: number | undefined): Promise<number> {
  const facts = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [user, system] = facts.slice(facts.lastIndexOf(')')).split(' ').slice(12, 14).map(Number)
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) / 100
}

function run(file: string, env: NodeJS.ProcessEnv, root = here): ChildProcess {
  return fork(file, { cwd: root, env, execArgv: [...nodeFlags] })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function untilHealthy(child: ChildProcess, url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const isUp = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (isUp) return
    if (child.exitCode !== null) throw new Error(`the web program ended with ${child.exitCode}`)
    await wait(200)
  }
  throw new Error('the web program did not start')
}

/** Where browsers would reach the programs, which changes must say that they come from. */
export const publicOrigin = 'http://localhost'

const rateLimits = ['ACCOUNT', 'ANONYMOUS', 'HEALTH', 'PAGE', 'RUNTIME', 'WEBHOOK']

/** Settings of a deployment whose other providers are never asked. */
export function webVariables(databaseUrl: string, port: number, cacheSeconds: number): NodeJS.ProcessEnv {
  const nowhere = 'http://127.0.0.1:9'
  const address = (digit: string) => `0x${digit.repeat(40)}`
  return {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    PUBLIC_ORIGIN: publicOrigin,
    PUBLIC_CACHE_SECONDS: String(cacheSeconds),
    SESSION_SECRET: 'a random text of this benchmark alone',
    VAULT_SECRET: 'a random text of this benchmark alone',
    ...Object.fromEntries(rateLimits.map((rate) => [`RATE_LIMIT_${rate}`, '1000000'])),
    CHAIN_RPC_URL: nowhere,
    PUBLIC_CHAIN_RPC_URL: nowhere,
    CHAIN_ID: '31337',
    CHAIN_GENESIS_HASH: `0x${'0'.repeat(64)}`,
    ESCROW_ADDRESS: address('1'),
    REGISTRY_ADDRESS: address('2'),
    TOKEN_ADDRESS: address('3'),
    CIRCLE_API_URL: nowhere,
    CIRCLE_API_KEY: 'TEST_API_KEY:bench:bench',
    GITHUB_APP_SLUG: 'bench',
    GITHUB_API_URL: nowhere,
    GITHUB_WEB_URL: nowhere,
    GITHUB_CLIENT_ID: 'bench',
    GITHUB_CLIENT_SECRET: 'bench',
    GITHUB_WEBHOOK_SECRETS: 'a secret of the bench',
  }
}
