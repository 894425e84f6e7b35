import { z } from 'zod'

const path = z.string().startsWith('/')
const count = z.int().min(1)
const milliseconds = z.int().min(0).max(600_000)

const rateLimit = z.strictObject({
  /** `primary` is the hourly budget; `secondary` the protection against too much at once. */
  kind: z.enum(['primary', 'secondary']),
  count,
  /** The limit ends after this time, even if it hit fewer requests. */
  resetInSeconds: z.int().min(1).max(86_400),
  status: z.union([z.literal(403), z.literal(429)]).optional(),
})

const deliveries = z.strictObject({
  /** Webhooks are not sent, and logged as timed out. */
  drop: z.boolean().optional(),
  /** Webhooks do not arrive, and are logged as answered with this status by something in between. */
  failStatus: z.int().min(300).max(599).optional(),
  /** Each arrives this many times more. */
  duplicate: z.int().min(1).max(20).optional(),
  /** Of every two webhooks, the later one comes first; one alone waits for another, or for the deliveries to settle. */
  shuffle: z.boolean().optional(),
  delayMs: milliseconds.optional(),
})

/** Every `path` is a prefix of the whole path, such as `/api/v3/repos` or `/login/oauth/access_token`. */
export const faultSettings = z.strictObject({
  /** Requests that are carried out, but whose connection ends before the answer. */
  dropAnswers: z.strictObject({ path, count }).optional(),
  /** Requests that are answered with an error and not carried out. */
  failNext: z.strictObject({ path, count, status: z.int().min(400).max(599) }).optional(),
  /** Every answer below the path comes this much later, or when the faults are replaced. */
  hold: z.strictObject({ path, ms: milliseconds }).optional(),
  /** Hits requests to the REST API. */
  rateLimit: rateLimit.optional(),
  /** The REST API and the token exchange answer 502 with the host's error page. */
  outage: z.boolean().optional(),
  deliveries: deliveries.optional(),
  /** Recursive trees end after this many entries and say that they are truncated, as those of very large repositories. */
  treeEntries: count.optional(),
})

export type FaultSettings = z.output<typeof faultSettings>
export type RateLimitFault = z.output<typeof rateLimit>
