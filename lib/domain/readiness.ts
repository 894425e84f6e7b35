/** What a reason is about. */
export const readinessParts = [
  'database',
  'schema',
  'chain',
  'indexer',
  'worker',
  'lease',
  'key',
  'queue',
  'audit_trail',
  'wallet_provider',
  'repository_host',
  'qualification_repository',
  'mail',
] as const
export type ReadinessPart = (typeof readinessParts)[number]

/**
 * Why the service is not ready, in a sentence that an operator acts on. `stops` is what cannot go on: `pages` is all that
 * the web program serves and all of a worker's work, `work` that of the workers, null neither of them.
 */
export type Reason = { part: ReadinessPart; detail: string; since: Date | null; stops: 'pages' | 'work' | null }

/** A reason as it is published. */
export type ReasonText = { part: ReadinessPart; detail: string; since: string | null }

export function toReasonText({ part, detail, since }: Reason): ReasonText {
  return { part, detail, since: since?.toISOString() ?? null }
}

/** Seconds after which something is a reason. Those of an alarm equal its threshold in docs/deploy/prometheus/rules.yaml. */
export const readinessSeconds = {
  IndexerReadsNothing: 20,
  IndexerBehind: 120,
  KeyWaits: 20,
  keyFails: 10,
  QueueStalled: 300,
  SealsBehind: 20,
  WebhooksWait: 600,
  OutboundWebhooksWait: 300,
  MailsWait: 300,
  leaseFree: 10,
  workerUnheard: 20,
} as const

/** The providers whose failures are counted for readiness. */
export const providers = ['wallet_provider', 'repository_host', 'qualification_repository'] as const
export type Provider = (typeof providers)[number]

/**
 * How the calls of the last minutes to a provider ended, times in ISO 8601: `since` is when the oldest failure of them was,
 * `failedAt` the newest, `inARow` how many failed since one succeeded, and `wellSince` when the first of those succeeded
 * which followed on no failure, once there are enough of them.
 */
export type RecentCalls = {
  calls: number
  failures: number
  since: string | null
  failedAt: string | null
  inARow: number
  wellSince: string | null
}
/** A program of another release may count fewer. */
export type CallsOfProviders = Partial<Record<Provider, RecentCalls>>

/**
 * How many minutes back calls count; how many failures are needed, so many in a row or of more than this share of the
 * calls; and how many successes in a row end it.
 */
export const failingProvider = { minutes: 5, failures: 5, share: 0.5, successes: 3 } as const

/** Whether a provider fails, by the calls of each program; what failed before any of them found it well counts no more. */
export function isFailing(counts: readonly RecentCalls[]): boolean {
  const wellSince =
    counts
      .flatMap((count) => count.wellSince ?? [])
      .toSorted()
      .at(-1) ?? ''
  const doubtful = counts.filter(({ failedAt }) => failedAt !== null && failedAt > wellSince)
  if (doubtful.some(({ inARow }) => inARow >= failingProvider.failures)) return true
  const { calls, failures } = sumOf(doubtful)
  return failures >= failingProvider.failures && failures > calls * failingProvider.share
}

/** A provider that is only asked whether it is there fails once it takes longer. */
export const pingWithinMs = 5_000

/** The calls of all programs together. */
export function sumOf(counts: readonly RecentCalls[]): Pick<RecentCalls, 'calls' | 'failures'> {
  return {
    calls: counts.reduce((sum, count) => sum + count.calls, 0),
    failures: counts.reduce((sum, count) => sum + count.failures, 0),
  }
}
