import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestControlPlane } from './control-plane.ts'
import { until } from './until.ts'

const password = 'the owner of the tests'

export type RunningRuntime = {
  url: string
  key: string
  output: () => string
  pairingToken(): Promise<string>
  /** Ends the process as a power cut does. */
  kill(): Promise<void>
  /** Asks the process to end; resolves to its exit code. */
  end(): Promise<number | null>
}

/** The real program in a separate process; repositories may be local here. */
export async function runRuntime(options: {
  plane: TestControlPlane
  role: 'worker' | 'verifier'
  workDir: string
  executor?: string[]
  flags?: string[]
}): Promise<RunningRuntime> {
  const { plane, role, workDir, executor = [], flags = [] } = options
  const words = ['--role', role, '--port', '0', '--work-dir', workDir, '--control-plane', plane.origin, ...flags]
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '..', 'main.ts'), ...words, ...(executor.length > 0 ? ['--', ...executor] : [])],
    {
      env: { ...process.env, STARTER_PASSWORD: password, CANARY: 'must not be seen' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const ready = () => /(0x[0-9a-f]{40}) listens on (http:\/\/[^,]+)/.exec(output)
  const [, key = '', url = ''] = await until(`the runtime to listen: ${output}`, () => {
    if (child.exitCode !== null) throw new Error(`the runtime ended: ${output}`)
    return ready()
  })
  return {
    url,
    key,
    output: () => output,
    pairingToken: () => askToken(url),
    kill: () => stop(child, 'SIGKILL').then(() => undefined),
    end: () => stop(child, 'SIGTERM'),
  }
}

async function stop(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
  return child.exitCode
}

async function askToken(url: string): Promise<string> {
  const basic = Buffer.from(`owner:${password}`).toString('base64')
  const response = await fetch(`${url}/service/console/pairing-token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
    body: '{}',
  })
  const { pairing_token } = (await response.json()) as { pairing_token: string }
  return pairing_token
}
