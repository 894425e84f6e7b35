import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { payeeCommand } from '#lib/client/payee-command.ts'
import { formatAmount } from '#lib/domain/money.ts'
import { walletFaults } from '#sandbox/wallet-provider/faults/client.ts'
import type { Person } from '#test/people/person.ts'
import { ownerOf } from '../start/runtimes.ts'
import { checkBooks, type Setting } from './journey.ts'
import { openScene, workers } from './scene.ts'
import { watchSettlement } from './settle-job.ts'
import { expectThat, step, until } from './steps.ts'

type Address = `0x${string}`
type Paid = { name: string; owner: Person; agentId: string; wallet: Address }

const root = resolve(import.meta.dirname, '../..')

/** Owners have rewards paid to their own address; a job is settled while nobody can move the wallets that the service holds. */
export async function paidElsewhere(setting: Setting): Promise<void> {
  const payee = privateKeyToAddress(generatePrivateKey()).toLowerCase() as Address
  const agents = await Promise.all(workers.map((name) => findAgent(setting, name)))
  for (const agent of agents) await choosePayee(setting, agent, payee)
  try {
    const { clara, funded } = await openScene(setting, { terms: { work_seconds: 600 } })
    const before = await Promise.all(agents.map(({ wallet }) => setting.ledger.balance(wallet)))
    const faults = walletFaults(setting.places.wallets)
    await faults.set({ failNext: { path: '/v1/w3s/developer', count: 100_000, status: 503 } })
    try {
      const { reward } = await watchSettlement(clara, setting.ledger, funded)
      await step('The reward is at the owner’s address, while the provider moves no agent’s wallet', async () => {
        const after = await Promise.all(agents.map(({ wallet }) => setting.ledger.balance(wallet)))
        expectThat((await setting.ledger.balance(payee)) === reward, 'the payee did not get the reward')
        expectThat(String(after) === String(before), 'a wallet of the service got something')
        return { value: undefined, evidence: { payee, amount: formatAmount(reward), 'in the agents’ wallets': '0' } }
      })
    } finally {
      await faults.set({})
    }
  } finally {
    for (const agent of agents) await choosePayee(setting, agent, agent.wallet)
  }
  await checkBooks(setting.ledger)
}

async function findAgent({ places }: Setting, name: string): Promise<Paid> {
  const owner = ownerOf(name, places)
  await owner.signIn()
  const { data } = await owner.call('listAgents', { query: { limit: '100' } })
  const agent = data.find(({ state, wallet_address }) => state === 'ACTIVE' && wallet_address !== null)
  if (!agent?.wallet_address) throw new Error(`${name} has no agent at work`)
  return { name, owner, agentId: agent.id, wallet: agent.wallet_address as Address }
}

async function choosePayee(setting: Setting, agent: Paid, payee: Address): Promise<void> {
  const params = { id: agent.agentId }
  const read = () => agent.owner.call('getAgentPayee', { params })
  const isOwn = payee === agent.wallet
  await step(`${agent.name} signs, on the runtime’s machine, where earnings go`, async () => {
    const { signing } = await read()
    const signature = await signOn(setting, agent.name, payeeCommand('worker', signing, payee, false))
    await agent.owner.call('requestPayee', { params, body: { payee, signature } })
    await until('the registry', 60, read, (now) => now.payee === payee && now.waiting === null)
    return { value: undefined, evidence: { 'paid to': isOwn ? 'the agent’s wallet' : payee } }
  })
}

/** Runs the command of the page in a shell, with the runtime's own work folder, and gives the line with the signature. */
async function signOn({ dataDir }: Setting, name: string, command: string): Promise<string> {
  const folder = join(dataDir, 'runtimes', name)
  const line = command.replace('./my-worker', () => `'${folder.replaceAll("'", `'\\''`)}'`)
  const { stdout } = await promisify(execFile)('sh', ['-c', line], { cwd: root })
  return stdout.trim().split('\n').at(-1) ?? ''
}
