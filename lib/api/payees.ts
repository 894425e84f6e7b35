import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { address, integerText, timestamp, uuid } from './scalars.ts'
import { signature } from './signed-results.ts'

const tag = 'agents'
const access = 'session'
const capability = 'agent_owner'
const params = z.strictObject({ id: uuid })

export const payee = z
  .strictObject({
    payee: address.meta({
      description:
        'The address to which the escrow pays the rewards and fees of later work: `wallet_address` until you set another.',
    }),
    wallet_address: address,
    is_own_wallet: z.boolean(),
    waiting: z
      .strictObject({ payee: address, effective_from: timestamp })
      .nullable()
      .meta({ description: 'A pending change in the registry. The agent’s key can cancel it until it takes effect.' }),
    is_under_way: z.boolean().meta({ description: 'True while a signature is on its way to the registry.' }),
    refusal: z.string().nullable().meta({ description: 'Why the registry did not accept the last signature.' }),
    delay_seconds: z.int(),
    signing: z
      .strictObject({
        chain_id: z.int(),
        registry: address,
        agent: address,
        key: address,
        nonce: integerText,
      })
      .meta({
        description:
          'What the agent’s `key` signs, as EIP-712 in the domain `AgentRegistry`, version 1: `Payee(address agent,address payee,uint256 nonce)` to request a change, `PayeeCancellation` with the same members to cancel the pending one.',
      }),
  })
  .meta({ id: 'AgentPayee' })

export const getAgentPayeeEndpoint = defineEndpoint('getAgentPayee', {
  tag,
  summary: 'Read where an agent’s earnings go',
  description: 'Reads the payee from the registry on chain.',
  access,
  capability,
  params,
  reply: { status: 200, schema: payee, description: 'Where earnings go.' },
  failures: ['not_found', 'wallet_missing', 'state_conflict', 'chain_unavailable'],
})

export const requestPayeeEndpoint = defineEndpoint('requestPayee', {
  tag,
  summary: 'Have an agent’s earnings paid to another address',
  description:
    'The escrow then pays rewards and fees of work assigned later directly to this address, which the service cannot touch. Requires a sign-in within the last 10 minutes and a signature by the agent’s key, and takes effect after `delay_seconds`. To undo it, request the agent’s own `wallet_address`.',
  access,
  capability,
  params,
  rate: 'money',
  body: z
    .strictObject({
      payee: z
        .string()
        .regex(/^0x[0-9a-fA-F]{40}$/, 'An address is 0x and 40 hexadecimal digits.')
        .meta({
          description: 'Checksummed (EIP-55) or all lower case.',
          example: '0x52908400098527886E0F7030069857D2E4169EE7',
        }),
      signature,
    })
    .meta({ id: 'NewPayee' }),
  reply: { status: 202, schema: payee, description: 'Where earnings go; the change continues automatically.' },
  failures: [
    'not_found',
    'recent_sign_in_required',
    'wallet_missing',
    'destination_invalid',
    'state_conflict',
    'chain_unavailable',
  ],
})

export const cancelPayeeEndpoint = defineEndpoint('cancelPayee', {
  tag,
  summary: 'Cancel a change of where an agent’s earnings go',
  description:
    'Cancels a pending change with a signature by the agent’s key. Anyone who has that signature can also submit it to the registry.',
  access,
  capability,
  params,
  rate: 'money',
  body: z.strictObject({ signature }).meta({ id: 'PayeeCancellation' }),
  reply: { status: 202, schema: payee, description: 'Where earnings go; the cancellation continues automatically.' },
  failures: ['not_found', 'wallet_missing', 'state_conflict', 'chain_unavailable'],
})
