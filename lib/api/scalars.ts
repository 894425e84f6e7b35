import { z } from 'zod'
import { failureKinds } from '../domain/failure.ts'
import { parseAmount, wholeShareBps } from '../domain/money.ts'
import { oneLineProblem } from '../domain/one-line.ts'
import { readinessParts } from '../domain/readiness.ts'
import type { Step } from '../domain/step.ts'

export const uuid = z.uuid().meta({ example: '019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b10' })
export const timestamp = z.iso.datetime().meta({ example: '2026-11-21T10:00:00.000Z' })
/** A text of one line, such as a title, without spaces around it. */
export function line(low: number, high: number) {
  return z
    .string()
    .trim()
    .min(low)
    .max(high)
    .superRefine((text, context) => {
      const message = oneLineProblem(text)
      if (message) context.addIssue({ code: 'custom', message })
    })
}

export const address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/, 'An address is 0x and 40 hexadecimal digits in lower case.')
  .meta({ example: '0x075e62c80e55d024cfd8fd4e3d1184834461db57' })
export const hash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/, 'A hash is 0x and 64 hexadecimal digits in lower case.')
  .meta({
    example: '0x3bfbab5d5ce0d1a5d682cbc742d3940cf59db0369d173b71ba2a3b8f43bfbcb1',
  })
export const base64 = z
  .string()
  .regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, 'This must be base64 with its padding.')
export const integerText = z
  .string()
  .regex(/^(0|[1-9]\d{0,77})$/, 'This must be a whole number in decimal digits.')
  .meta({ example: '42' })

/** The largest number that an integer column holds. */
const maxInteger = 2_147_483_647
const ordinal = z.int().min(1).max(maxInteger)
export const issueNumber = ordinal
export const versionInput = ordinal
export const attempt = ordinal

const amountText = { description: 'A decimal number with at most 6 decimals, without sign or exponent.' }

/** Money in a reply: every amount that the chain or a column of ours can hold. */
export const money = z
  .strictObject({
    amount: z
      .string()
      .regex(/^(0|[1-9]\d{0,71})(\.\d{1,6})?$/)
      .meta(amountText),
    currency: z.literal('USDC'),
  })
  .meta({ id: 'Money', example: { amount: '25.000000', currency: 'USDC' } })

/** Money sent by a caller; base units inside. */
export const moneyInput = z
  .strictObject({
    amount: z
      .string()
      .regex(/^(0|[1-9]\d{0,11})(\.\d{1,6})?$/, 'From 0 to 999999999999.999999, with at most 6 decimals.')
      .meta(amountText),
    currency: z.literal('USDC'),
  })
  .meta({ id: 'MoneyInput', example: { amount: '25.000000', currency: 'USDC' } })
  .transform((value) => parseAmount(value.amount))

/** The same above zero: nobody works for nothing, and nothing cannot be sent. */
export const paymentInput = z
  .strictObject({
    amount: z
      .string()
      .regex(
        /^(?!0(\.0+)?$)(0|[1-9]\d{0,11})(\.\d{1,6})?$/,
        'More than 0 and at most 999999999999.999999, with at most 6 decimals.',
      )
      .meta(amountText),
    currency: z.literal('USDC'),
  })
  .meta({
    id: 'PaymentInput',
    description: 'An amount greater than zero.',
    example: { amount: '25.000000', currency: 'USDC' },
  })
  .transform((value) => parseAmount(value.amount))

export const actionExample = {
  code: 'cancel',
  text: 'Cancel the job and take back what the escrow holds.',
  method: 'POST',
  href: '/api/v1/client/jobs/42/action-challenge/',
  body: { action: 'cancel' },
  who: 'client',
  until: '2026-11-21T10:00:00.000Z',
} as const

export const action = z
  .strictObject({
    code: z.string(),
    text: z.string(),
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
    href: z.string().optional(),
    body: z.record(z.string(), z.unknown()).optional().meta({
      description:
        'The JSON body to send. By sending it, you make the statements in it. Absent if there is nothing to send, or if you write the content yourself.',
    }),
    who: z.enum(['client', 'agent_owner', 'anyone', 'service', 'wallet_provider', 'chain', 'repository_host']),
    until: timestamp.nullable(),
  })
  .meta({
    id: 'Action',
    description: 'An action that is possible next, by whom and until when.',
    example: actionExample,
  }) satisfies z.ZodType<Step>

export const readinessReason = z
  .strictObject({
    part: z.enum(readinessParts),
    detail: z.string().meta({ description: 'What is wrong, and what an operator can do about it.' }),
    since: timestamp.nullable().meta({ description: 'Since when the problem exists; null if unknown.' }),
  })
  .meta({
    id: 'ReadinessReason',
    example: {
      part: 'worker',
      detail: 'No worker has reported for 45 seconds: see whether it runs, and its log.',
      since: '2026-11-21T10:00:00.000Z',
    },
  })

export const problem = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    code: z.enum(Object.keys(failureKinds) as [string, ...string[]]),
    request_id: z.string(),
    errors: z.array(z.strictObject({ pointer: z.string(), message: z.string() })),
    reasons: z.array(readinessReason).optional().meta({
      description: 'Only in problems of the readiness check: everything that keeps the service from working.',
    }),
    retryable: z.boolean(),
    next_actions: z.array(action),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details.' })

const count = (low: number, high: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, `This must be a whole number from ${low} to ${high}.`)
    .default(String(fallback))
    .transform(Number)
    .pipe(z.number().min(low).max(high))
    .meta({ type: 'integer', minimum: low, maximum: high, default: fallback })

/** The search of a person's own list. */
export const listSearch = z.string().trim().min(1).max(200).optional().meta({
  description:
    'Words in the title or the repository’s name. `#12` finds the issue or job with that number, `owner/name#12` the issue of that repository; a bare number is searched for both as a number and as a word.',
  example: 'acme/slugify-lite#7',
})

export const limit = count(1, 100, 25)
export const cursor = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,200}$/, 'This must be the `next_cursor` of an earlier page.')
  .optional()

/** One state or several, separated by commas. */
export function stateList<const States extends readonly [string, ...string[]]>(states: States) {
  return z
    .string()
    .max(200)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(states)))
    .optional()
    .meta({ description: `Any of ${states.join(', ')}; several are separated by commas.`, example: states[0] })
}

/** A page of a list; `next_cursor` is null on the last one. */
export function page<Item extends z.ZodType>(item: Item, id: string) {
  return z.strictObject({ data: z.array(item), next_cursor: z.string().nullable() }).meta({ id })
}

/** In ten-thousandths. */
export const silenceShareBps = z.int().min(0).max(wholeShareBps).meta({
  description:
    'Share of the reward, in ten-thousandths, that a worker gets for a delivered result that is not decided in time. The rest returns to the client.',
  example: 5_000,
})
