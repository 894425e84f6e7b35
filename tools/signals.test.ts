import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#sandbox/chain/free-port.ts'
import { until } from '#test/until.ts'

/** Whether a program listens there. */
function isOpen(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
}

test('a program that npm runs ends with npm', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'jobwright-signals-'))
  const port = await freePort()
  const npm = spawn('npm', ['run', '-s', 'sandbox', '--', 'mailbox'], {
    cwd: resolve(import.meta.dirname, '..'),
    env: { ...process.env, NODE_ENV: 'test', SANDBOX_DATA: folder, SMTP_PORT: String(port) },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    try {
      process.kill(-(npm.pid ?? 0), 'SIGKILL')
    } catch {
      // Nothing of it runs any more.
    }
    await rm(folder, { recursive: true, force: true })
  })
  const output = text(npm.stdout)
  await until(() => isOpen(port), Boolean, 120)
  npm.kill('SIGTERM')
  await once(npm, 'exit')
  await until(
    () => isOpen(port),
    (open) => !open,
  )
  expect(await output).toContain('SMTP_URL')
})
