import { notInArray, type SQL, sql } from 'drizzle-orm'
import { agents, runtimeConnections, runtimeHeartbeats } from '#drizzle/schema/agents.ts'
import { jobs } from '#drizzle/schema/jobs.ts'
import { type AgentRole, agentRoles } from '../domain/agent.ts'
import { endedJobStates } from '../domain/job.ts'
import { mailBatchSecondsMax } from '../domain/mail.ts'
import { liveTransactionStates } from '../domain/transaction.ts'
import type { Database } from './database.ts'
import { isConnected, isInService } from './dispatch.ts'
import { mayGetMore } from './mail-queue.ts'

export type Counted = { state: string; count: number }
export type QueueAge = { queue: string; items: number; oldestSeconds: number }

const secondsSince = (time: string | SQL) =>
  sql`coalesce(greatest(extract(epoch from now() - ${typeof time === 'string' ? sql.raw(time) : time}), 0), 0)::float8`

/** Every queue with the items that are due; names with two underscores in front are the queue library's own. */
export async function listQueueAges(db: Database): Promise<QueueAge[]> {
  const rows = await db.execute<QueueAge>(sql`
    select q.name as queue, count(j.id)::int as items,
      ${secondsSince('min(greatest(j.created_on, j.start_after))')} as "oldestSeconds"
    from pgboss.queue q
    left join pgboss.job j on j.name = q.name and j.state < 'active' and j.start_after <= now()
    where q.name not like '\\_\\_%'
    group by q.name order by q.name`)
  return [...rows]
}

/** Transactions that have not ended, and mismatched ones, with the age of the oldest, by state. */
export async function listTransactionAges(db: Database): Promise<(Counted & { oldestSeconds: number })[]> {
  const live = sql.raw(liveTransactionStates.map((state) => `'${state}'`).join(', '))
  const rows = await db.execute<Counted & { oldestSeconds: number }>(sql`
    select state, count(*)::int as count, ${secondsSince('min(created_at)')} as "oldestSeconds" from (
      select state, created_at from transactions where state in (${live})
      union all select state, created_at from transactions where state = 'MISMATCHED') t
    group by state`)
  return [...rows]
}

export function countOpenJobs(db: Database): Promise<Counted[]> {
  return db
    .select({ state: jobs.state, count: sql<number>`count(*)::int` })
    .from(jobs)
    .where(notInArray(jobs.state, [...endedJobStates]))
    .groupBy(jobs.state)
}

export type RuntimeCounts = { role: AgentRole; up: number; down: number }

/** Runtimes of active agents by whether they are heard and take work. */
export async function countRuntimes(db: Database): Promise<RuntimeCounts[]> {
  const rows = await db.execute<RuntimeCounts>(sql`
    select a.role, count(*) filter (where ${isConnected})::int as up,
      count(*) filter (where (${isConnected}) is not true)::int as down
    from ${agents} a
    left join ${runtimeConnections} c on c.agent_id = a.id
    left join ${runtimeHeartbeats} h on h.agent_id = a.id
    where ${isInService} group by a.role`)
  const counts = new Map(rows.map((row) => [row.role, row]))
  return agentRoles.map((role) => counts.get(role) ?? { role, up: 0, down: 0 })
}

export type DeliveryCounts = { waitingSeconds: number; deadLetters: number }

export async function countDeliveries(db: Database): Promise<DeliveryCounts> {
  const [row] = await db.execute<DeliveryCounts>(sql`
    select ${secondsSince(`(select min(received_at) from webhook_inbox where processed_at is null and dead_at is null)`)}
        as "waitingSeconds",
      (select count(*) from webhook_inbox where processed_at is null and dead_at is not null)::int as "deadLetters"`)
  return row ?? { waitingSeconds: 0, deadLetters: 0 }
}

export type OutboundCounts = { waitingSeconds: number; failingEndpoints: number }

/** Webhooks that we owe: a receiver that fails makes its own wait, so only those count whose receiver answered last. */
export async function countOutbound(db: Database): Promise<OutboundCounts> {
  const [row] = await db.execute<OutboundCounts>(sql`
    select ${secondsSince(`(select min(d.due) from webhook_endpoints w cross join lateral (
          select next_attempt_at as due from webhook_deliveries
          where endpoint_id = w.id and state = 'PENDING' and next_attempt_at < now()
          order by next_attempt_at limit 1) d
        where w.disabled_reason is null and w.failing_since is null)`)} as "waitingSeconds",
      (select count(*) from webhook_endpoints
        where disabled_reason is null and failing_since is not null)::int as "failingEndpoints"`)
  return row ?? { waitingSeconds: 0, failingEndpoints: 0 }
}

/** Of those that are `retried`, the mail server asked for patience for some; the others are `unreached`. */
export type MailCounts = { waitingSeconds: number; retried: number; unreached: number }

/** How long notifications have waited to be put into a message, beyond the longest time for that. */
const unsentSeconds =
  secondsSince(sql`(select min(w.created_at) + make_interval(secs => ${mailBatchSecondsMax}) from mails w
  where w.state = 'PENDING' and w.batch_id is null
  and w.created_at < now() - make_interval(secs => ${mailBatchSecondsMax}) and ${mayGetMore('w')})`)

/**
 * Messages that a worker should have sent by now, and those that the mail server did not take last time. What waits to be
 * put into a message counts where any are sent.
 */
export async function countMails(db: Database, isSending: boolean): Promise<MailCounts> {
  const [row] = await db.execute<MailCounts>(sql`
    select greatest(
        ${secondsSince(`(select min(next_attempt_at) from mails
          where state = 'PENDING' and batch_id is not null and next_attempt_at < now())`)},
        ${isSending ? unsentSeconds : 0}) as "waitingSeconds",
      (select count(distinct batch_id) from mails where state = 'PENDING' and fault is not null)::int as retried,
      (select count(distinct batch_id) from mails where state = 'PENDING' and fault is not null
        and answer ~ '^4\\d\\d ' is not true)::int as unreached`)
  return row ?? { waitingSeconds: 0, retried: 0, unreached: 0 }
}

export type UnsealedEvents = { unsealed: number; oldestSeconds: number }

export async function countUnsealed(db: Database): Promise<UnsealedEvents> {
  const [row] = await db.execute<UnsealedEvents>(sql`
    select (select count(*) from unsealed_events)::int as unsealed,
      ${secondsSince(`(select e.created_at from unsealed_events u join events e on e.id = u.event_id
        order by u.event_id limit 1)`)} as "oldestSeconds"`)
  return row ?? { unsealed: 0, oldestSeconds: 0 }
}
