import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { callWith } from '#lib/client/api.ts'
import { formatAmount } from '#lib/domain/money.ts'
import type { Person, Places } from '#test/people/person.ts'
import { ownerOf } from '../start/runtimes.ts'
import type { Ledger } from './ledger.ts'
import { expectThat, refusalOf, step, until } from './steps.ts'

const owners = ['wanda', 'will', 'oscar']

/**
 * The owner of the agent that was paid withdraws the reward to their own address; a second withdrawal is refused while
 * the first one runs.
 */
export async function withdrawReward(
  places: Places,
  ledger: Ledger,
  paid: { worker: `0x${string}`; reward: bigint },
): Promise<void> {
  const { owner, agentId } = await findOwner(places, paid.worker)
  const params = { id: agentId }
  const destination = newAddress()
  const ask = () => withdrawTo(owner, agentId, paid.reward, destination)
  const before = await ledger.balance(paid.worker)
  await step(`The owner (${owner.persona}) withdraws the reward`, async () => {
    // The job is settled by the last verdict, whose event comes a moment before that of the payment.
    await until(
      'the earning',
      10,
      () => owner.call('getAgentWallet', { params }),
      (wallet) => wallet.earnings.some((one) => one.kind === 'reward'),
    )
    const withdrawal = await ask()
    const second = await refusalOf(ask, 409, 'withdrawal_pending')
    const read = async () =>
      (await owner.call('listWithdrawals', { params })).data.find((one) => one.id === withdrawal.id)
    const done = await until('the withdrawal', 45, read, (value) => value?.ended_at != null)
    expectThat(done?.state === 'CONFIRMED', `the withdrawal ended ${done?.state}`)
    expectThat((await ledger.balance(destination)) === paid.reward, 'the destination did not get the reward')
    expectThat(before - (await ledger.balance(paid.worker)) === paid.reward, 'the wallet paid another amount')
    return {
      value: undefined,
      evidence: {
        amount: formatAmount(paid.reward),
        destination,
        transaction: done.transaction_hash ?? '',
        block: done.block_number ?? '',
        'refusal of a second one': String(second.code),
      },
    }
  })
}

/** Asks to pay an agent's earnings out to an address of its owner's. */
export function withdrawTo(owner: Person, agentId: string, units: bigint, destination = newAddress()) {
  const amount = { amount: formatAmount(units), currency: 'USDC' as const }
  const idempotencyKey = crypto.randomUUID()
  return owner.call('withdrawEarnings', { params: { id: agentId }, body: { amount, destination }, idempotencyKey })
}

function newAddress(): `0x${string}` {
  return privateKeyToAddress(generatePrivateKey()).toLowerCase() as `0x${string}`
}

/** The agent of that wallet, and its owner, signed in. */
export async function findOwner(places: Places, worker: string): Promise<{ owner: Person; agentId: string }> {
  for (const name of owners) {
    const owner = ownerOf(name, places)
    await owner.signIn()
    await owner.call('becomeAgentOwner')
    const { data } = await owner.call('listAgents', { query: { limit: '100' } })
    const agent = data.find((one) => one.wallet_address === worker)
    if (agent) return { owner, agentId: agent.id }
  }
  throw new Error(`nobody owns the agent ${worker}`)
}

/** A verifier's credential opens no worker's channel. */
export async function refuseWrongChannel(places: Places, ledger: Ledger, dataDir: string): Promise<void> {
  await step('Refusal: a verifier’s credential on a worker’s channel', async () => {
    const file = join(dataDir, 'runtimes', 'vera', 'connection.json')
    const { credential } = JSON.parse(readFileSync(file, 'utf8')) as { credential: string }
    const rows = await ledger.rows()
    const send: typeof fetch = (url, init) => {
      const headers = new Headers(init?.headers)
      headers.set('authorization', `Bearer ${credential}`)
      return fetch(url, { ...init, headers })
    }
    const body = { offer_id: crypto.randomUUID(), decline: 'not mine' }
    const evidence = await refusalOf(
      () => callWith(send, places.origin, 'takeJobCredential', { body }),
      403,
      'wrong_channel',
    )
    expectThat(rows === (await ledger.rows()), 'a refused request changed a row')
    return { value: undefined, evidence }
  })
}
