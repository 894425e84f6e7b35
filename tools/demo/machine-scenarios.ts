import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createTestClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { nodeFlags } from '#tools/start/node-flags.ts'
import { pairingToken, untilActive } from '../start/runtimes.ts'
import { startMachine } from './guest-runtime.ts'
import { checkBooks, type Setting } from './journey.ts'
import { freeze, openScene, pause, type Scene, withGuest, workDirOf, workers } from './scene.ts'
import { watchSettlement } from './settle-job.ts'
import { expectThat, step, until } from './steps.ts'
import { findOwner } from './withdraw.ts'

/** The worker's owner pairs the agent with another machine in mid-job: the attempt ends after its notice, and another owner is paid. */
export async function rePaired(setting: Setting): Promise<void> {
  const name = `moving-${Date.now().toString(36)}`
  const terms = { work_seconds: 600 }
  await withGuest(
    setting,
    'slow-executor.mjs',
    { terms },
    async ({ clara, guest, funded, reads }) => {
      await until('ASSIGNED', 60, reads.job, ({ state }) => state === 'ASSIGNED')
      const machine = await startMachine(setting, { executor: 'careful-executor.mjs', place: 0, name: `${name}-2` })
      try {
        await step('Its owner pairs the worker with another machine', async () => {
          await guest.owner.signIn()
          const pairing_token = await pairingToken(machine.port, setting.consolePassword)
          const params = { id: guest.agentId }
          const before = await guest.owner.call('getAgent', { params })
          await guest.owner.call('provisionAgent', { params, body: { pairing_token } })
          const moved = await until(
            'the other machine',
            60,
            () => guest.owner.call('getAgent', { params }),
            ({ runtime }) => runtime.address !== before.runtime.address && runtime.state === 'CONNECTED',
          )
          await untilActive(guest.owner, guest.agentId)
          return { value: undefined, evidence: { from: before.runtime.address ?? '', to: moved.runtime.address ?? '' } }
        })
        await step('The attempt ends after its notice, since nobody has its key any more', async () => {
          const { execution } = await until('the release', 60, reads.job, (value) =>
            value.execution.assignments.some(({ state }) => state === 'RELEASED'),
          )
          return { value: undefined, evidence: { cause: execution.assignments[0]?.end_cause ?? '' } }
        })
        await pause(setting, workers, false)
        const settled = await watchSettlement(clara, setting.ledger, funded)
        expectThat(settled.worker !== guest.wallet, 'the worker that moved was paid')
      } finally {
        await machine.stop()
      }
      await checkBooks(setting.ledger)
    },
    name,
  )
}

/** The service's worker program stands still; a stranger settles the job with the verdicts that its worker was handed. */
export async function rescuedByAStranger(setting: Setting): Promise<void> {
  const { ledger, places } = setting
  const scene = await openScene(setting, { terms: { work_seconds: 600 } })
  const { onchain_job_id: id } = scene.funded.job
  const wake = await step('The service’s worker program stands still once the panel is seated', async () => {
    const { execution } = await until('the panel', 120, scene.reads.job, (job) =>
      job.execution.panel.some(({ state }) => state !== 'DRAWN'),
    )
    const states = execution.panel.map(({ state }) => state).join(', ')
    return { value: freeze(setting, 'worker'), evidence: { seats: states } }
  })
  try {
    const worker = (await scene.reads.job()).execution.assignments.at(-1)?.agent ?? ''
    const { owner } = await findOwner(places, worker)
    const workDir = workDirOf(setting, owner.persona)
    await untilHanded(scene, workDir, id)
    await step('A stranger with gas brings them to the escrow', async () => {
      const said = await rescue(setting, workDir)
      const paid = await ledger.payments(BigInt(id))
      expectThat(paid.agent === worker, 'the reward went elsewhere')
      const job = await scene.reads.job()
      expectThat(job.state === 'SUBMITTED', `the service says ${job.state}, but its worker program stands still`)
      return {
        value: undefined,
        evidence: { rescue: said, reward: String(paid.reward), 'the service says': job.state },
      }
    })
  } finally {
    wake()
  }
  await step('The service’s worker program goes on and finds the job settled', async () => {
    const job = await until('SETTLED', 90, scene.reads.job, ({ state }) => state === 'SETTLED')
    return { value: undefined, evidence: { state: job.state, held: job.held.amount } }
  })
  await checkBooks(ledger)
}

async function untilHanded({ reads }: Scene, workDir: string, id: string): Promise<void> {
  await step('The verifiers sign, and the worker is handed their verdicts', async () => {
    const folder = join(workDir, 'work', 'verdicts')
    const kept = async () => (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.startsWith(`${id}-`))
    const names = await until('the verdicts', 120, kept, (files) => files.length >= 2)
    const { state } = await reads.job()
    return { value: undefined, evidence: { verdicts: names.length, state } }
  })
}

/** The starter runtime's own rescue, with the key of an account that has gas and no other part in anything. */
async function rescue({ ledger }: Setting, workDir: string): Promise<string> {
  const key = generatePrivateKey()
  const folder = mkdtempSync(join(tmpdir(), 'jobwright-stranger-'))
  const keyFile = join(folder, 'gas-key')
  try {
    writeFileSync(keyFile, key)
    chmodSync(keyFile, 0o600)
    const chain = createTestClient({ mode: 'anvil', transport: http(ledger.rpcUrl) })
    await chain.setBalance({ address: privateKeyToAccount(key).address, value: 10n ** 18n })
    const main = join(import.meta.dirname, '../../starter-runtime/main.ts')
    const words = ['rescue', '--work-dir', workDir, '--rpc-url', ledger.rpcUrl, '--gas-key-file', keyFile]
    const args = [...nodeFlags, main, ...words]
    const env = { NODE_ENV: 'production' as const, PATH: process.env.PATH }
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const [said, code] = await Promise.all([
      text(child.stdout),
      new Promise((resolve) => child.once('exit', (exit) => resolve(exit))),
    ])
    expectThat(code === 0, `the rescue ended with ${code}: ${said}`)
    return said.trim().split('\n').at(-1) ?? ''
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
