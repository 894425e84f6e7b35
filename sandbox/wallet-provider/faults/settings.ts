import { z } from 'zod'
import { isErrorCode } from '../wire/errors.ts'

const errorReasons = [
  'ESTIMATION_ERROR',
  'INSUFFICIENT_NATIVE_TOKEN',
  'ABI_SIGNATURE_PARAMS_MISMATCH',
  'FEE_EXCEEDS_MAX_ALLOWANCE',
  'QUERY_NFT_METADATA_ERROR',
  'GAS_LIMIT_TOO_LOW',
  'TRANSACTION_UNDER_PRICE',
  'FAILED_ON_CHAIN',
  'FAILED_REORG',
  'INTERNAL_ERROR',
  'PAYMASTER_POLICY_NOT_ACTIVATED',
  'PAYMASTER_POLICY_EXCEED_MAX_DAILY_TRANSACTIONS',
  'PAYMASTER_POLICY_EXCEED_MAX_SPEND_USD_PER_TX',
  'PAYMASTER_POLICY_EXCEED_MAX_SPEND_USD_DAILY',
  'PAYMASTER_POLICY_EXCEED_MAX_NATIVE_TOKEN_DAILY',
  'PAYMASTER_POLICY_SENDER_IN_BLOCKLIST',
  'PAYMASTER_ENTITY_RESTRICTION',
] as const

const path = z.string().startsWith('/')
const count = z.int().min(1)
const milliseconds = z.int().min(0).max(600_000)
const yes = z.literal(true)
const errorReason = z.enum(errorReasons)
const errorDetails = z.string().max(1_000).optional()
/** The state in which the transaction stays until its pause is ended. */
const pauseAt = z.enum(['INITIATED', 'QUEUED', 'SENT']).optional()

/** What one transaction does instead of going through as usual. */
const fate = z.union([
  z.strictObject({ end: z.literal('FAILED'), errorReason, errorDetails, pauseAt }),
  z.strictObject({ end: z.enum(['DENIED', 'CANCELLED']), pauseAt }),
  z.strictObject({ stuckAfter: z.enum(['QUEUED', 'SENT']), pauseAt }),
  z.strictObject({ replaced: yes, pauseAt }),
  z.strictObject({ innerFailure: yes, pauseAt }),
  z.strictObject({ failAfterBroadcast: yes, errorReason: errorReason.optional(), errorDetails, pauseAt }),
  z.strictObject({ unknownState: z.string().min(1).max(50), looks: count.optional(), pauseAt }),
  z.strictObject({ pauseAt: pauseAt.unwrap() }),
])

const failure = z
  .strictObject({
    path,
    count,
    status: z.int().min(400).max(599).optional(),
    code: z.int().refine(isErrorCode, 'is no published error code').optional(),
  })
  .refine(({ status, code }) => status !== undefined || code !== undefined, 'needs a status or a code')

const webhooks = z.strictObject({
  drop: count.optional(),
  duplicate: z.int().min(1).max(20).optional(),
  reorder: z.boolean().optional(),
  badSignature: count.optional(),
  unknownKeyId: count.optional(),
  silent: z.boolean().optional(),
})

export const faultSettings = z.strictObject({
  /** Requests that are carried out, but whose connection ends before the answer. */
  dropAnswers: z.strictObject({ path, count }).optional(),
  /** Requests that are answered with an error and not carried out; `code` alone takes its published status. */
  failNext: failure.optional(),
  /** Every answer below the path comes this much later, or when the faults are replaced. */
  hold: z.strictObject({ path, ms: milliseconds }).optional(),
  /** One for each transaction that is started from now on, oldest first. */
  nextTransactions: z.array(fate).max(100).optional(),
  correlationLagMs: milliseconds.optional(),
  webhooks: webhooks.optional(),
})

/** What `expire` ends: `userId` limits it to one user's, and device tokens to those of devices the user signed in on. */
export const expiration = z.strictObject({
  userId: z.uuid().optional(),
  what: z.enum(['sessions', 'challenges', 'device_tokens']),
})

export type FaultSettings = z.output<typeof faultSettings>
export type Fate = z.output<typeof fate>
export type WebhookFaults = z.output<typeof webhooks>
export type Expiration = z.output<typeof expiration>
