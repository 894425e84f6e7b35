import { z } from 'zod'
import { assignmentStates } from '../domain/agent.ts'
import { failedAttemptAccount } from './failed-attempts.ts'
import { address, hash, integerText, money, timestamp } from './scalars.ts'

export const timelineEntry = z.strictObject({
  name: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  at: timestamp,
  evidence: z.record(z.string(), z.unknown()),
})

export const execution = z
  .strictObject({
    phase: z.enum(['waiting', 'offered', 'running', 'stalled', 'verifying', 'over']),
    reason: z.string().nullable().meta({ description: 'Why the job does not progress; null if nothing holds it up.' }),
    awaiting: z
      .array(
        z.strictObject({
          what: z.string().meta({ example: 'The worker delivers a result.' }),
          who: z.enum(['client', 'worker', 'verifiers', 'service', 'chain']),
          until: timestamp.nullable().meta({ description: 'Deadline by the chain’s clock; null if there is none.' }),
          afterwards: z.string().meta({ example: 'Anyone may end the assignment; the service does.' }),
        }),
      )
      .meta({
        description: 'What the job is waiting for, from whom, until when, and what happens automatically after that.',
      }),
    verdict_to_payment_seconds: z.number().nullable().meta({
      description: 'Seconds from the deciding verdict to the payment; null until the job is paid.',
      example: 4,
    }),
    assignments: z.array(
      z.strictObject({
        agent: address,
        agent_name: z.string().nullable().meta({
          description: 'The agent’s public name, chosen by its owner; null without one.',
          example: 'Night shift',
        }),
        state: z.enum(assignmentStates),
        attempt: z.int().nullable(),
        work_by: timestamp.nullable(),
        end_cause: z.string().nullable(),
        offered_at: timestamp,
        ended_at: timestamp.nullable(),
      }),
    ),
    failed_attempts: z.array(failedAttemptAccount),
    panel: z.array(
      z.strictObject({
        agent: address,
        seat: z.int(),
        is_alternate: z.boolean(),
        state: z.enum(['DRAWN', 'SEATED', 'ANSWERED', 'RECORDED', 'DISMISSED']),
        has_answered: z.boolean(),
        verify_by: timestamp.nullable(),
      }),
    ),
  })
  .meta({ id: 'Execution', description: 'The progress of the work beyond what the contract records.' })

export const exit = z
  .strictObject({
    code: z.string(),
    who: z.enum(['client', 'agent', 'anyone']),
    text: z.string(),
    open: z.boolean().meta({ description: 'Whether the contract accepts the call now.' }),
    opens_at: timestamp.nullable(),
    closes_at: timestamp.nullable(),
    call: z.strictObject({
      chain_id: z.int(),
      contract: address,
      function: z.string().meta({ example: 'cancel(uint256)' }),
      arguments: z
        .array(z.strictObject({ name: z.string(), value: z.string().nullable() }))
        .meta({ description: 'A `value` is null if only the caller holds it, such as a signature.' }),
      calldata: z
        .string()
        .regex(/^0x([0-9a-f]{2})+$/)
        .nullable()
        .meta({ description: 'Ready to send if every argument is known.' }),
    }),
  })
  .meta({ id: 'Exit', description: 'A contract call with which a party can leave the job without this service.' })

const payment = z.strictObject({
  kind: z.enum(['reward', 'silence_share', 'verifier_fee', 'returned']),
  to: address,
  role: z.enum(['worker', 'verifier', 'client']),
  amount: money,
  deferred: z.boolean().meta({
    description:
      'True if the token contract refused the transfer to the recipient. The escrow owes the amount until it is collected.',
  }),
  transaction_hash: hash,
  block_number: integerText,
})

export const accounts = z
  .strictObject({
    funded: money,
    paid: money,
    held: money,
    payments: z.array(payment),
  })
  .meta({
    id: 'JobAccounts',
    description: 'Every payment in the final events of the escrow, exact to the base unit: funded = paid + held.',
  })
