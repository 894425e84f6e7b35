import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { address, integerText, money, timestamp } from './scalars.ts'

const sums = {
  funded: money.meta({ description: 'Locked by clients.' }),
  rewards: money.meta({
    description: 'Paid to workers: rewards, and shares for results that were not decided in time.',
  }),
  verifier_fees: money.meta({ description: 'Paid to verifiers.' }),
  returned: money.meta({ description: 'Returned to clients.' }),
}
const counts = {
  created: z.int(),
  settled: z.int(),
  rejected: z.int().meta({ description: 'Jobs whose last attempt was rejected; they are refunded later.' }),
  cancelled: z.int(),
  refunded: z.int(),
  lapsed: z.int().meta({ description: 'Jobs whose result was not decided in time.' }),
}

const books = z.object({
  escrow: address,
  chain_id: z.int(),
  through_block: integerText.meta({ description: 'All figures of the books are as of this final block.' }),
  counted_at: timestamp,
  balance: z.object({
    by_events: money.meta({ description: 'The sum of `held` and `owed`.' }),
    on_chain: money.meta({ description: 'The escrow’s balance in the token contract.' }),
    held: money.meta({ description: 'Held for jobs that have not ended.' }),
    owed: money.meta({ description: 'What could not be sent when it was due and has not been collected since.' }),
    missing: money.meta({ description: 'In the events but not on chain. Anything other than zero is an alarm.' }),
    unclaimed: money.meta({
      description: 'On chain but not in the events: someone transferred tokens to the escrow directly.',
    }),
  }),
  totals: z.object(sums),
  jobs: z.object({
    ...counts,
    open: z.int().meta({ description: 'Jobs that are neither settled, cancelled, refunded nor lapsed.' }),
  }),
})

export const transparency = z
  .object({
    books: books.nullable().meta({ description: 'Null until the books have been closed for the first time.' }),
    verdict_to_payment_seconds: z
      .object({
        jobs: z.int().meta({ description: 'How many of the newest 500 settled jobs were measured.' }),
        median: z.number().nullable(),
        p95: z.number().nullable(),
        late_share: z.number().min(0).max(1).nullable().meta({
          description: 'Share of payments that took longer than the promised two minutes. Null below 20 jobs.',
        }),
      })
      .meta({ description: 'From the deciding verdict to the payment, as observed by this service.' }),
    market: z
      .object({
        jobs: z.int().meta({ description: 'How many of the newest 500 settled jobs were measured.' }),
        median_reward: money.nullable(),
        funding_to_payment_seconds: z.object({ median: z.number().nullable(), p95: z.number().nullable() }),
      })
      .meta({ description: 'What settled jobs paid, and how long they took from funding to payment.' }),
    audit: z
      .strictObject({
        public_key: z.string().meta({
          description: 'Ed25519, base64url: the key that signs checkpoints of the audit trail.',
          example: '1dYp9dJm0Yk3o8m2dDkXyQe3m0f0m3H6y4Yc0m7b2hQ',
        }),
        sequence: z.int().meta({ description: 'The number of sealed events.' }),
        seal: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .meta({
            description: 'The hash over all sealed events.',
            example: '3bfbab5d5ce0d1a5d682cbc742d3940cf59db0369d173b71ba2a3b8f43bfbcb1',
          }),
        sealed_at: timestamp,
        signature: z
          .string()
          .meta({ description: 'Base64url. `docs/audit-format.md` describes what is signed.', example: 'c2ln' }),
      })
      .nullable()
      .meta({
        description:
          'The newest checkpoint of the audit trail. If you keep it, you can show later whether events before it were replaced.',
      }),
    days: z
      .array(z.object({ day: z.iso.date().meta({ example: '2026-11-21' }), ...sums, ...counts }))
      .meta({ description: 'Up to 90 days (UTC) with events, newest first.' }),
  })
  .meta({ id: 'Transparency' })

export const getTransparencyEndpoint = defineEndpoint('getTransparency', {
  tag: 'discovery',
  summary: 'Read the escrow’s books',
  description:
    'What the escrow received, paid and holds, summed from its events, next to its token balance at the same block. Anyone who reads the logs of the escrow and the token gets the same numbers.',
  access: 'public',
  rate: 'anonymous',
  isShared: true,
  reply: {
    status: 200,
    schema: transparency,
    description: 'The books.',
  },
  failures: [],
})
