import { type ChildProcess, spawn } from 'node:child_process'
import type { Page } from 'playwright/test'
import { until } from '#tools/demo/steps.ts'
import { guestPorts, runtimeArguments } from '#tools/start/runtimes.ts'
import { settings } from './stack.ts'

const password = 'a password of the console'

export const guestPort = Number(process.env.E2E_GUEST_PORT ?? guestPorts(settings)[0])

/** Starts a worker's runtime beside the stack; what it gives ends it again. */
export async function startRuntime(workDir: string): Promise<() => Promise<void>> {
  const words = runtimeArguments(settings, { role: 'worker', port: guestPort, workDir })
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...words], {
    env: { NODE_ENV: 'production', PATH: process.env.PATH, STARTER_PASSWORD: password },
    stdio: 'ignore',
  })
  const isUp = () =>
    fetch(`http://localhost:${guestPort}/service/health`).then(
      (answer) => answer.ok,
      () => false,
    )
  await until('the runtime', 30, isUp, Boolean)
  return () => end(child)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}

/** What the runtime's owner reads in its console. */
export async function showToken(page: Page): Promise<string> {
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: /Open the console/ }).click()
  const console = await opened
  await console.getByLabel('Owner’s password').fill(password)
  await console.getByRole('button', { name: 'Sign in' }).click()
  await console.getByRole('button', { name: 'Show a pairing token' }).click()
  const token = (await console.getByText(/^service-connect:/).textContent()) ?? ''
  await console.close()
  return token
}
