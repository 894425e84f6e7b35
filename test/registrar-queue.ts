import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { agentRegistryAbi } from '#lib/chain/abi/agent-registry.ts'
import type { Context } from '#lib/usecases/context.ts'
import { callOnce } from '#lib/usecases/operator/call-once.ts'
import { write } from './agents.ts'
import type { Address } from './journey.ts'
import type { Service } from './service.ts'

export const ownerId: Hex = `0x${'7'.repeat(64)}`

export const newWallet = () => privateKeyToAddress(generatePrivateKey()).toLowerCase() as Address

/** Intends the registration of a wallet's owner by the registrar, as a call of its own for each subject. */
export async function wantRegistration(ctx: Context, wallet = newWallet(), subject: string = wallet): Promise<Address> {
  await callOnce(ctx, {
    operator: 'registrar',
    purpose: 'OWNER_REGISTRATION',
    subject,
    call: ctx.chain.encodeRegisterOwner(wallet, ownerId),
    followUp: { queue: 'register-owner', data: { transactionId: crypto.randomUUID() } },
  })
  return wallet
}

/** How often the chain shows that the wallet's owner was registered. */
export async function countRegistrations({ chain, node }: Service, wallet: Address): Promise<number> {
  const place = { address: chain.addresses.registry, abi: agentRegistryAbi, fromBlock: 0n } as const
  return (await node.getContractEvents({ ...place, eventName: 'OwnerRegistered', args: { wallet } })).length
}

/** The state of the newest call for that wallet. */
export async function callState({ sql }: Service, wallet: Address): Promise<string> {
  const [row] = await sql`select state from operator_calls where subject = ${wallet} order by id desc limit 1`
  return row?.state
}

/** Lets whatever is in flight look as if it had been sent so long ago, and what waits as if it had been tried then. */
export function ageQueue(service: Service, seconds = 21): Promise<void> {
  return write(service, async (tx) => {
    const then = tx`now() - make_interval(secs => ${seconds})`
    await tx`update operator_transactions set sent_at = ${then} where state = 'SENT'`
    await tx`update operator_calls set tried_at = ${then} where state = 'INTENT'`
  })
}
