import { type SQL, sql } from 'drizzle-orm'
import { currency, tokenDecimals } from '../domain/money.ts'
import type { StoryFact, StoryTarget } from '../domain/story.ts'
import type { Database } from './database.ts'
import { callsOf } from './story-calls.ts'

/** Texts of ISO 8601 from a time of the database, and from seconds of the chain's clock. */
const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
const chainTime = (column: string) => time(`to_timestamp(nullif(${column}, 0)::float8)`)

const amount = (units: string) => `round(${units} / ${10 ** tokenDecimals}, ${tokenDecimals})`

/** Names and values of the rows of `from`; each select has the columns position, name and value. */
function facts(from: string, where: SQL, position: number, columns: Record<string, string>): SQL {
  const values = Object.entries(columns).map(
    ([name, value], index) => `(${position + index}, '${name}', (${value})::text)`,
  )
  return sql`select f.* from ${sql.raw(from)}
    cross join lateral (values ${sql.raw(values.join(', '))}) f (position, name, value) where ${where}`
}

const openCalls = (condition: SQL) =>
  facts('operator_calls c', sql`c.state in ('INTENT', 'SENT', 'MINED') and ${condition}`, 80, {
    'open call': `concat_ws(', ', c.purpose || ' ' || c.id, c.state, 'waits for ' || c.waits_for, 'since '
      || ${time('c.waiting_since')}, 'last tried ' || ${time('c.tried_at')})`,
  })

const payment = (arg: string, to: string) =>
  `${amount(`nullif(l.args->>'${arg}', '0')::numeric`)} || ' ${currency} to ${to}'`
const toPayee = (arg: string, role: string) =>
  `${payment(arg, role)} || coalesce(', agent ' || g.id, '') || ', ' || (l.args->>'payee')`

/** What the escrow's final events paid and returned. */
const payments = (condition: SQL) =>
  facts(
    `chain_logs l left join agents g on g.wallet_address = l.args->>'agent'`,
    sql`l.applied_at is not null and ${condition}`,
    50,
    {
      paid: `case l.event_name when 'JobSettled' then ${toPayee('reward', 'the worker')}
      when 'JobLapsed' then ${toPayee('toWorker', 'the worker')}
      when 'VerdictRecorded' then ${toPayee('fee', 'a verifier')} end`,
      returned: `case l.event_name when 'JobSettled' then ${payment('returned', 'the client')}
      when 'JobLapsed' then ${payment('toClient', 'the client')}
      when 'JobCancelled' then ${payment('amount', 'the client')}
      when 'JobRefunded' then ${payment('amount', 'the client')} end`,
      'left in the escrow': `case l.event_name when 'PaymentDeferred' then ${payment('amount', 'collect')}
      || ', ' || (l.args->>'account') end`,
    },
  )

function jobFacts(id: string): SQL[] {
  const isIt = (alias: string) => sql`${sql.raw(alias)}.onchain_job_id = ${id}::numeric`
  return [
    facts('jobs j left join executions x on x.onchain_job_id = j.onchain_job_id', isIt('j'), 0, {
      state: 'j.state',
      reason: 'x.reason',
      'waits for': 'x.waits_for',
      'checked next': time('x.due_at'),
      'checked last': time('x.looked_at'),
      'open until': `case when j.state = 'OPEN' then ${chainTime('j.open_until')} end`,
      held: `${amount('j.held')} || ' of ' || ${amount('j.budget')} || ' ${currency}'`,
      client: `j.user_id || ' ' || j.client_address`,
      draft: 'j.draft_id',
      'frozen terms': 'j.snapshot_id',
      terms: `(select ${amount('s.reward')} || ' ${currency} reward, ' || s.quorum || ' of ' || s.verifiers || ' verifiers at '
        || ${amount('s.verifier_fee')} || ' ${currency}, at most ' || s.max_attempts || ' attempts'
        from funding_snapshots s where s.id = j.snapshot_id)`,
      retries: '(select count(*) from execution_retries r where r.onchain_job_id = j.onchain_job_id)',
    }),
    facts('assignments a', sql`${isIt('a')} and a.ended_at is null`, 20, {
      assignment: `concat_ws(', ', a.state, 'offer ' || a.id, 'agent ' || a.agent_id, 'attempt ' || a.attempt)`,
      'offer ends': `case when a.state = 'OFFERED' then ${time('a.offer_expires_at')} end`,
      'work until': chainTime('a.work_by'),
      'next deadline': chainTime('a.deadline'),
    }),
    facts('seats s', sql`${isIt('s')} and s.state in ('DRAWN', 'SEATED', 'ANSWERED')`, 40, {
      seat: `concat_ws(', ', s.attempt || '/' || s.seat, s.state, 'agent ' || s.agent_id, s.verdict,
        'until ' || ${chainTime('s.verify_by')})`,
    }),
    payments(isIt('l')),
    facts('publications p', isIt('p'), 60, {
      publication: `concat_ws(', ', p.state, p.attempts || ' attempts', p.detail, p.pull_request_url)`,
    }),
    openCalls(callsOf('job', id)),
  ]
}

function agentFacts(id: string): SQL[] {
  const isOf = (alias: string) => sql`${sql.raw(alias)}.agent_id = ${id}::uuid`
  return [
    facts('agents a', sql`a.id = ${id}::uuid`, 0, {
      state: 'a.state',
      name: 'a.name',
      role: 'a.role',
      'disqualified for': 'a.disqualified_for',
      'suspended by an operator': 'a.suspended_because',
      owner: 'a.user_id',
      wallet: 'a.wallet_address',
      key: 'a.authorised_key',
      'qualified at': time('a.qualified_at'),
      'qualification lost at': time('a.qualification_lost_at'),
      'rests until': `case when a.resting_until > now() then ${time('a.resting_until')} end`,
      'offered last': time('a.last_offered_at'),
    }),
    facts('runtime_connections c left join runtime_heartbeats h on h.agent_id = c.agent_id', isOf('c'), 20, {
      runtime: `concat_ws(', ', c.software, c.isolation, 'paired ' || ${time('c.paired_at')},
        'disconnected ' || ${time('c.disconnected_at')})`,
      heard: `${time('h.at')} || ', ' || h.state`,
    }),
    facts('agent_steps t', sql`${isOf('t')} and t.state <> 'DONE'`, 30, {
      'open step': `concat_ws(', ', t.step, t.state, t.attempts || ' attempts', t.detail)`,
    }),
    facts('runtime_credentials c', sql`${isOf('c')} and c.state in ('OFFERED', 'PENDING', 'LIVE')`, 40, {
      credential: `concat_ws(', ', c.id, c.state, 'until ' || ${time('c.expires_at')})`,
    }),
    facts('assignments x', sql`${isOf('x')} and x.ended_at is null`, 50, {
      'works on': `concat_ws(', ', 'job ' || x.onchain_job_id, x.state, 'until ' || ${chainTime('x.deadline')})`,
    }),
    facts('seats s', sql`${isOf('s')} and s.state in ('DRAWN', 'SEATED')`, 60, {
      judges: `concat_ws(', ', 'job ' || s.onchain_job_id, s.state, 'until ' || ${chainTime('s.verify_by')})`,
    }),
    facts('withdrawals w', sql`${isOf('w')} and w.state in ('INTENT', 'SUBMITTED', 'IN_DOUBT')`, 70, {
      'open withdrawal': `w.id || ', ' || w.state`,
    }),
    openCalls(callsOf('agent', id)),
  ]
}

const ownTables: Partial<Record<StoryTarget['kind'], [table: string, columns: Record<string, string>]>> = {
  draft: [
    'drafts o',
    {
      state: 'o.state',
      issue: `o.repository_full_name || '#' || o.issue_number`,
      findings: `(select string_agg(f->>'code', ', ') from jsonb_array_elements(o.findings) f)`,
      'reviewed at': time('o.reviewed_at'),
      'frozen terms': 'o.snapshot_id',
      'fund until': `(select ${chainTime('s.fund_by')} from funding_snapshots s where s.id = o.snapshot_id)`,
      job: '(select j.onchain_job_id from jobs j where j.draft_id = o.id limit 1)',
      client: 'o.user_id',
    },
  ],
  transaction: [
    'transactions o',
    {
      state: 'o.state',
      purpose: 'o.purpose',
      reconciling: `case when o.reconciling then 'the last check failed' end`,
      'provider state': 'o.provider_state',
      'transaction hash': 'o.transaction_hash',
      block: 'o.block_number',
      failure: `concat_ws(': ', o.failure_code, o.failure_detail)`,
      warnings: `nullif(o.warnings, '[]')`,
      'approval ends': time('o.challenge_expires_at'),
      'checked last': time('o.looked_at'),
      draft: 'o.draft_id',
      job: 'o.onchain_job_id',
      client: 'o.user_id',
    },
  ],
  withdrawal: [
    'withdrawals o',
    {
      state: 'o.state',
      amount: `${amount('o.amount')} || ' ${currency}'`,
      destination: 'o.destination',
      reconciling: `case when o.reconciling then 'the last check failed' end`,
      'provider transaction': 'o.provider_transaction_id',
      'provider state': 'o.provider_state',
      'transaction hash': 'o.transaction_hash',
      'searched to block': 'nullif(o.search_from, 0)',
      failure: `concat_ws(': ', o.failure_code, o.failure_detail)`,
      'checked last': time('o.looked_at'),
      agent: 'o.agent_id',
    },
  ],
  delivery: [
    'webhook_inbox o',
    {
      state: `case when o.processed_at is not null then 'processed' when o.dead_at is not null then 'dead letter'
        else 'waiting' end`,
      provider: 'o.provider',
      event: 'o.event_type',
      'delivery id': 'o.delivery_id',
      attempts: 'o.attempts',
      'last error': 'o.last_error',
      'tried next': `(select min(${time('b.start_after')}) from pgboss.job b where b.name = 'process-webhook'
        and b.state < 'active' and b.data->>'deliveryRowId' = o.id::text)`,
    },
  ],
  call: [
    'operator_calls o left join operator_transactions t on t.id = o.transaction_id',
    {
      state: 'o.state',
      purpose: 'o.purpose',
      of: 'o.subject',
      key: 'o.operator',
      'waits for': `o.waits_for || ' since ' || ${time('o.waiting_since')}`,
      'last tried': time('o.tried_at'),
      nonce: 't.nonce',
      'transaction hash': 't.transaction_hash',
      'signed again': 'nullif(t.bump, 0)',
      failure: 'o.failure',
    },
  ],
  user: [
    'users o',
    {
      since: time('o.created_at'),
      capabilities: `(select string_agg(c.capability, ', ') from user_capabilities c where c.user_id = o.id)`,
      wallet: '(select w.address from wallets w where w.user_id = o.id)',
      agents: `(select string_agg(a.id || ' ' || a.state, ', ') from agents a where a.user_id = o.id)`,
      'open jobs': `(select string_agg(j.onchain_job_id || ' ' || j.state, ', ') from jobs j where j.user_id = o.id
        and j.held > 0)`,
    },
  ],
}

function selectsOf({ kind, id }: StoryTarget): SQL[] {
  if (kind === 'job') return jobFacts(id)
  if (kind === 'agent') return agentFacts(id)
  const [table, columns] = ownTables[kind] ?? []
  return table && columns ? [facts(table, sql`o.id = ${id}::uuid`, 0, columns)] : []
}

/** What holds for it now, the state first; none of what was deleted. */
export async function listStoryFacts(db: Database, target: StoryTarget): Promise<StoryFact[]> {
  const rows = await db.execute(sql`
    select name, value from (${sql.join(selectsOf(target), sql` union all `)}) held (position, name, value)
    where value <> '' order by position, value`)
  return rows as unknown as StoryFact[]
}
