import type { FreeLease } from '../../data/free-leases.ts'
import type { WaitingKey } from '../../data/operator-calls.ts'
import type { HeardWorker } from '../../data/worker-reports.ts'
import {
  type CallsOfProviders,
  failingProvider,
  isFailing,
  readinessSeconds as limits,
  providers,
  type ReadinessPart,
  type Reason,
  sumOf,
} from '../../domain/readiness.ts'
import type { KeyFailure } from '../../domain/worker-report.ts'
import type { NodeProblem } from '../../ports/chain.ts'
import type { ReadinessRecords } from './read-readiness-records.ts'

/** The reasons that the records give, those that stop most first. `calls` are this program's own to the providers. */
export function judgeRecords(records: ReadinessRecords, calls: CallsOfProviders, ownId: string | null): Reason[] {
  const { state, freeLeases, workers } = records
  const heard = workers.filter(({ secondsAgo }) => secondsAgo <= limits.workerUnheard)
  // A worker reads its own calls fresh.
  const others = heard.filter(({ id }) => id !== ownId)
  return [
    ...judgeHalt(records),
    // Before the indexer, which reads nothing while no worker runs.
    ...judgeWorkers(workers, ownId),
    ...judgeIndexer(records),
    ...judgeNodes(records),
    ...judgeBooks(records),
    ...freeLeases.map(judgeLease),
    ...judgeKeys(heard),
    ...heard.flatMap(({ report }) => (report.failingKeys ?? []).flatMap(judgeFailingKey)),
    ...state.waitingKeys.flatMap(judgeWaitingKey),
    ...judgeQueues(records),
    ...judgeMail(records),
    ...judgeProviders([calls, ...others.map(({ report }) => report.calls)]),
  ]
}

const reason = (part: ReadinessPart, detail: string, more: Partial<Reason> = {}): Reason => ({
  part,
  detail,
  since: null,
  stops: null,
  ...more,
})
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)
const whole = (seconds: number) => Math.floor(seconds)

function judgeHalt({ state: { halted } }: ReadinessRecords): Reason[] {
  if (!halted) return []
  const detail = `The indexer is halted: ${halted}. Run \`npm run admin -- chain status\`.`
  return [reason('indexer', detail, { stops: 'work' })]
}

function judgeIndexer({ state }: ReadinessRecords): Reason[] {
  const { halted, unreadSeconds, stepFailure, readAt } = state
  if (halted) return []
  if (unreadSeconds !== null && unreadSeconds <= limits.IndexerReadsNothing) return []
  const time = unreadSeconds === null ? 'yet' : `for ${unreadSeconds} seconds`
  const detail = `The indexer has read nothing ${time}: ${stepFailure ?? 'no step of it has succeeded. See whether a worker runs, and its log for the loop indexer.'}`
  return [reason('indexer', [detail, ...nodeFaults(state.nodeProblems)].join(' '), { since: readAt, stops: 'work' })]
}

/** One node that others outvote stops nothing; of those that contradict each other, nothing shows who is right. */
function judgeNodes({ state: { nodeProblems } }: ReadinessRecords): Reason[] {
  const disputing = nodeProblems.filter(({ fault }) => fault === 'contradicts')
  const [since] = disputing.map((problem) => problem.since).toSorted((a, b) => a.getTime() - b.getTime())
  if (disputing.length < 2 || !since) return []
  const detail = 'Nodes of the chain contradict each other, and what no two agree on waits.'
  const text = [detail, ...nodeFaults(disputing), 'Run `npm run doctor -- chain`.'].join(' ')
  return [reason('chain', text, { since })]
}

/** What the last comparison with the contracts found. Nothing stops for it, and it stays until a person mends it. */
function judgeBooks({ state: { differences } }: ReadinessRecords): Reason[] {
  const [first] = differences
  if (first === undefined) return []
  const detail = `Differences that the last comparison with the contracts found: ${differences.length}. The first: ${first}`
  return [reason('indexer', `${detail} Run \`npm run admin -- chain status\`, and see the alarm RecordsDiffer.`)]
}

/** What is wrong with each node, in sentences. */
export function nodeFaults(problems: readonly NodeProblem[]): string[] {
  return problems.map(({ ordinal, host, detail }) => `Node ${ordinal} (${host}): ${detail}`)
}

function judgeWorkers(workers: readonly HeardWorker[], ownId: string | null): Reason[] {
  const newest = ownId === null ? workers[0] : workers.find(({ id }) => id === ownId)
  if (newest && newest.secondsAgo <= limits.workerUnheard) return []
  const detail = `${ownId === null ? 'No worker has' : 'This worker has not'} ${timeOf(newest)}: see whether it runs, and its log.`
  return [reason('worker', detail, { since: newest?.heardAt ?? null, stops: 'work' })]
}

function timeOf(worker: HeardWorker | undefined): string {
  return worker ? `reported for ${whole(worker.secondsAgo)} seconds` : 'reported yet'
}

function judgeLease({ name, since }: FreeLease): Reason {
  const detail = `No worker holds the lease ${name}, so its work stands still. A worker that runs takes it within seconds; otherwise see its log.`
  return reason('lease', detail, { since, stops: 'work' })
}

/** The newest word of each key; workers of one deployment hold the same keys. */
function judgeKeys(heard: readonly HeardWorker[]): Reason[] {
  const keys = heard.find(({ report }) => report.keys)?.report.keys ?? []
  return keys.flatMap(({ key, address, hasRole, hasMoney, missing }) => [
    ...(hasRole
      ? []
      : [
          reason(
            'key',
            `The contracts refuse the key ${key}: let their admin give ${address} its role, or correct the key.`,
          ),
        ]),
    ...(hasMoney ? [] : [reason('key', dryText(key, address, missing))]),
  ])
}

/** Workers of an older release tell no amount. */
function dryText(key: string, address: string, missing: string | undefined): string {
  const amount = missing ? `at least ${missing} of the chain's native money` : 'native money'
  return `The key ${key} holds less than its work may cost: send ${amount} to ${address}.`
}

/** Only the worker that leads a key reports its steps. */
function judgeFailingKey({ key, since, detail }: KeyFailure): Reason[] {
  const date = new Date(since)
  const seconds = whole((Date.now() - date.getTime()) / 1_000)
  if (seconds < limits.keyFails) return []
  const text = `No step of the key ${key} has succeeded for ${seconds} seconds: ${detail} See the worker's log for the loop operator-${key}.`
  return [reason('key', text, { since: date })]
}

function judgeWaitingKey({ key, waitsFor, since, calls }: WaitingKey): Reason[] {
  if (Date.now() - since.getTime() <= limits.KeyWaits * 1_000) return []
  const detail = `${calls} calls of the key ${key} wait for ${waitsFor}: see \`npm run admin -- calls\`.`
  return [reason('key', detail, { since })]
}

function judgeQueues({ queues, deliveries, outbound, mails, seals }: ReadinessRecords): Reason[] {
  const late = (part: ReadinessPart, seconds: number, limit: number, what: string) =>
    seconds > limit
      ? [reason(part, `${what} for ${whole(seconds)} seconds: see the worker's log.`, { since: ago(seconds) })]
      : []
  return [
    ...queues.flatMap(({ queue, oldestSeconds }) =>
      late('queue', oldestSeconds, limits.QueueStalled, `The queue ${queue} has had an item due`),
    ),
    ...late('queue', deliveries.waitingSeconds, limits.WebhooksWait, 'A webhook that was received has waited'),
    ...late(
      'queue',
      outbound.waitingSeconds,
      limits.OutboundWebhooksWait,
      "A webhook to an account's server has been due",
    ),
    ...late('queue', mails.waitingSeconds, limits.MailsWait, 'An e-mail has been due'),
    ...late('audit_trail', seals.oldestSeconds, limits.SealsBehind, 'Events of the audit trail have had no seal'),
  ]
}

function judgeMail({ mails: { unreached } }: ReadinessRecords): Reason[] {
  if (unreached === 0) return []
  return [
    reason(
      'mail',
      `The mail server was not reached for ${unreached} ${unreached === 1 ? 'e-mail' : 'e-mails'} last time: run \`npm run doctor -- mail\`.`,
    ),
  ]
}

const providerNames = {
  wallet_provider: 'wallet provider',
  repository_host: 'repository host',
  qualification_repository: 'qualification repository',
} as const

const whatToSee = {
  wallet_provider: 'see its status page',
  repository_host: 'see its status page',
  qualification_repository: 'see `npm run doctor -- qualification`; no agent is examined until then',
} as const

function judgeProviders(counted: readonly CallsOfProviders[]): Reason[] {
  return providers.flatMap((provider) => {
    const counts = counted.flatMap((calls) => calls[provider] ?? [])
    if (!isFailing(counts)) return []
    const { calls, failures } = sumOf(counts)
    const [since] = counts.flatMap((count) => count.since ?? []).sort()
    const detail = `${failures} of ${calls} calls to the ${providerNames[provider]} failed in ${failingProvider.minutes} minutes: ${whatToSee[provider]}.`
    return [reason(provider, detail, { since: since ? new Date(since) : null })]
  })
}
