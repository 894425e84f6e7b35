import { type SQL, sql } from 'drizzle-orm'
import type { StoryEntry, StoryTarget } from '../domain/story.ts'
import type { Database } from './database.ts'
import { callsOf } from './story-calls.ts'

/**
 * Each select has the columns at, source, what, details and position, of which the last orders what happened at one time.
 * Only named columns go into details: no token, no hash of one, nothing sealed, no body.
 */
const details = (fields: string) => sql.raw(`jsonb_strip_nulls(jsonb_build_object(${fields}))`)
const none = sql.raw(`''`)

/** A runtime's id is its owner's. */
const actor = `concat_ws(case e.actor_kind when 'runtime' then ' of ' else ' ' end, e.actor_kind, nullif(e.actor_id, ''))`

const eventsWhere = (condition: SQL) => sql`
  select e.created_at, 'audit', e.name, ${details(`'by', ${actor},
    'from', e.from_state, 'to', e.to_state, e.subject_type, e.subject_id`)} || e.evidence, e.id::text
  from events e where ${condition}`

const eventsOf = (type: string, ids: SQL) => eventsWhere(sql`e.subject_type = ${type} and e.subject_id in (${ids})`)

const logsWhere = (condition: SQL) => sql`
  select l.seen_at, 'chain', l.event_name, ${details(`'block', l.block_number, 'transaction_hash', l.transaction_hash,
    'effect_at', l.applied_at`)} || l.args, lpad(l.block_number::text, 20, '0') || lpad(l.log_index::text, 8, '0')
  from chain_logs l where ${condition}`

const callEntries = (condition: SQL) => sql`
  select c.created_at, 'call', c.purpose || ' intended', ${details(`'call', c.id, 'key', c.operator, 'of', c.subject`)},
    ${none} from operator_calls c where ${condition}
  union all select t.created_at, 'call', c.purpose || ' signed', ${details(`'call', c.id, 'nonce', t.nonce,
    'transaction_hash', t.transaction_hash, 'signed_again', t.bump`)}, ${none}
  from operator_calls c join operator_transactions t on t.id = c.transaction_id where ${condition}
  union all select c.ended_at, 'call', c.purpose || ' ' || lower(c.state), ${details(`'call', c.id, 'failure', c.failure,
    'block', (select t.block_number from operator_transactions t where t.id = c.transaction_id)`)}, ${none}
  from operator_calls c where c.ended_at is not null and ${condition}`

const deliveryDetails = details(`'delivery', w.id, 'attempts', w.attempts, 'processed_at', w.processed_at,
  'failed_at', w.failed_at, 'dead_at', w.dead_at, 'last_error', w.last_error`)

/** Deliveries of the wallet provider that name one of these rows, while they were open or within a day after. */
const walletDeliveries = (table: string, ids: readonly string[], condition: SQL) => sql`
  select w.received_at, 'webhook', 'wallet ' || w.event_type, ${deliveryDetails}, ${none}
  from ${sql.raw(table)} o join webhook_inbox w on w.provider = 'wallet'
    and w.received_at between o.created_at - interval '1 minute' and coalesce(o.ended_at, now()) + interval '1 day'
    and (${sql.raw(ids.map((id) => `position(convert_to(o.${id}::text, 'UTF8') in w.body) > 0`).join(' or '))})
  where ${condition}`

/** Moves of transactions, with the deliveries about them. */
const transactionsWhere = (condition: SQL) => [
  eventsOf('transaction', sql`select o.id::text from transactions o where ${condition}`),
  walletDeliveries('transactions', ['id', 'challenge_id', 'provider_transaction_id'], condition),
]

function jobEntries(id: string): SQL[] {
  const ofJob = sql`onchain_job_id = ${id}::numeric`
  const draft = sql`select j.draft_id from jobs j where j.${ofJob}`
  return [
    eventsOf('job', sql`${id}`),
    eventsOf('draft', sql`select j.draft_id::text from jobs j where j.${ofJob}`),
    ...transactionsWhere(sql`(o.${ofJob} or o.draft_id in (${draft}))`),
    logsWhere(sql`l.${ofJob}`),
    callEntries(callsOf('job', id)),
    sql`select x.ended_at, 'record', 'assignment ' || lower(x.state), ${details(`'offer', x.id, 'agent', x.agent_id,
      'attempt', x.attempt, 'because', x.end_cause`)}, ${none} from assignments x
      where x.${ofJob} and x.ended_at is not null`,
    sql`select s.taken_at, 'record', 'seat taken', ${details(`'seat', s.seat, 'agent', s.agent_id, 'attempt', s.attempt`)},
      ${none} from seats s where s.${ofJob} and s.taken_at is not null`,
    sql`select p.looked_at, 'record', 'publication tried', ${details(`'attempts', p.attempts, 'state', p.state,
      'because', p.detail`)}, ${none} from publications p where p.${ofJob} and p.looked_at is not null`,
  ]
}

function agentEntries(id: string): SQL[] {
  const isOurs = sql`agent_id = ${id}::uuid`
  const wallet = sql`select a.wallet_address from agents a where a.id = ${id}::uuid`
  return [
    eventsOf('agent', sql`${id}`),
    logsWhere(sql`l.args ? 'agent' and l.args->>'agent' = (${wallet})`),
    callEntries(callsOf('agent', id)),
    sql`select coalesce(t.done_at, t.looked_at), 'record', 'step ' || lower(t.step) || ' ' || lower(t.state),
      ${details(`'attempts', t.attempts, 'because', t.detail`)}, ${none} from agent_steps t
      where t.${isOurs} and coalesce(t.done_at, t.looked_at) is not null`,
    sql`select q.created_at, 'record', lower(q.kind) || ' given', ${details(`'qualification', q.id, 'series', q.series,
      'number', q.number, 'state', q.state, 'answer_by', q.answer_by`)}, ${none} from qualifications q where q.${isOurs}`,
    sql`select o.began_at, 'record', 'runtime not heard', ${details(`'until', o.ended_at`)}, ${none}
      from runtime_outages o where o.${isOurs}`,
    sql`select x.created_at, 'record', 'job offered', ${details(`'job', x.onchain_job_id::text, 'offer', x.id, 'state', x.state,
      'attempt', x.attempt, 'ended_at', x.ended_at, 'because', x.end_cause`)}, ${none} from assignments x where x.${isOurs}`,
    sql`select s.created_at, 'record', 'seat drawn', ${details(`'job', s.onchain_job_id::text, 'attempt', s.attempt,
      'seat', s.seat, 'state', s.state, 'verdict', s.verdict, 'answered_at', s.answered_at`)}, ${none}
      from seats s where s.${isOurs}`,
    sql`select o.created_at, 'record', 'withdrawal asked for', ${details(`'withdrawal', o.id, 'state', o.state,
      'ended_at', o.ended_at, 'failure', o.failure_code`)}, ${none} from withdrawals o where o.${isOurs}`,
    sql`select o.found_at, 'record', 'outflow without a withdrawal', ${details(`'outflow', o.id, 'amount', o.amount::text,
      'destination', o.destination, 'transaction_hash', o.transaction_hash`)}, ${none} from wallet_outflows o where o.${isOurs}`,
  ]
}

function draftEntries(id: string): SQL[] {
  return [
    eventsOf('draft', sql`${id}`),
    ...transactionsWhere(sql`o.draft_id = ${id}::uuid`),
    sql`select p.created_at, 'record', 'probe ' || lower(p.state), ${details(`'probe', p.id, 'agent', p.agent_id,
      'tries', p.tries, 'asked_at', p.asked_at, 'ended_at', p.ended_at, 'because', p.reason`)}, ${none}
      from probes p where p.draft_id = ${id}::uuid`,
    sql`select f.created_at, 'record', 'terms frozen', ${details(`'frozen_terms', f.id, 'ref', f.ref,
      'fund_by', to_timestamp(f.fund_by::float8), 'budget', f.budget::text`)}, ${none}
      from funding_snapshots f where f.draft_id = ${id}::uuid`,
  ]
}

function deliveryEntries(id: string): SQL[] {
  const isIt = sql`w.id = ${id}::uuid`
  const at = (column: string, what: string) => sql`
    select w.${sql.raw(column)}, 'webhook', ${what}::text, ${deliveryDetails}, ${none}
    from webhook_inbox w where ${isIt} and w.${sql.raw(column)} is not null`
  return [
    at('received_at', 'received'),
    at('failed_at', 'failed, counted last'),
    at('dead_at', 'given up'),
    at('processed_at', 'processed'),
    sql`select b.created_on, 'webhook', 'queued', ${details(`'state', b.state, 'start_after', b.start_after,
      'completed_at', b.completed_on`)}, ${none}
      from pgboss.job b where b.name = 'process-webhook' and b.data->>'deliveryRowId' = ${id}`,
  ]
}

function selectsOf({ kind, id }: StoryTarget): SQL[] {
  const isIt = sql`o.id = ${id}::uuid`
  switch (kind) {
    case 'job':
      return jobEntries(id)
    case 'agent':
      return agentEntries(id)
    case 'draft':
      return draftEntries(id)
    case 'delivery':
      return deliveryEntries(id)
    case 'user':
      return [eventsWhere(sql`e.user_id = ${id}::uuid`)]
    case 'transaction':
      return transactionsWhere(isIt)
    case 'withdrawal':
      return [
        eventsOf('withdrawal', sql`${id}`),
        walletDeliveries('withdrawals', ['id', 'provider_transaction_id'], isIt),
      ]
    case 'call':
      return [callEntries(sql`c.id = ${id}::uuid`)]
  }
}

/** The newest entries of a story, oldest first. */
export async function listStoryEntries(db: Database, target: StoryTarget, limit: number): Promise<StoryEntry[]> {
  const selects = selectsOf(target)
  const rows = await db.execute(sql`
    with entries (at, source, what, details, position) as (${sql.join(selects, sql` union all `)}),
    newest as (select * from entries order by at desc, position desc limit ${limit})
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, source, what, details
    from newest order by newest.at, position`)
  return rows as unknown as StoryEntry[]
}
