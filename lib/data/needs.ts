import { sql } from 'drizzle-orm'
import { type AgentState, expiryWarningSeconds, type ProvisioningStep, type StepState } from '../domain/agent.ts'
import type { JobFacts, OpenDraftFacts, TransactionFacts } from '../domain/client-needs.ts'
import { liveTransactionStates } from '../domain/transaction.ts'
import type { Database } from './database.ts'
import { openVerifications } from './live-work.ts'
import { silentSeconds } from './liveness.ts'
import { publishableResult } from './publishable.ts'

/** So many rows of each kind are read, so that a long history costs no more than this. */
const most = 20
const mostAgents = 100

const isLive = sql.raw(`t.state in (${liveTransactionStates.map((state) => `'${state}'`).join(', ')})`)

export type ClientNeedRows = {
  chainTime: bigint
  hasWallet: boolean
  hasConnection: boolean
  isRefused: boolean
  hasRepositories: boolean
  hasRequested: boolean
  transactions: TransactionFacts[]
  /** With the frozen terms, if any; whether they are allowed is the chain's to tell. */
  drafts: (Omit<OpenDraftFacts, 'means'> & { terms: { clientAddress: `0x${string}`; budget: bigint } | null })[]
  jobs: JobFacts[]
}

type Json = Omit<ClientNeedRows, 'chainTime' | 'transactions' | 'drafts' | 'jobs'> & {
  chainTime: string
  transactions: AsText<TransactionFacts>[]
  drafts: (AsText<Omit<OpenDraftFacts, 'means'>> & { budget: string | null; wallet: `0x${string}` | null })[]
  jobs: AsText<JobFacts>[]
}
/** Numbers of the chain and times come as text: JSON would round the first and has none of the second. */
type AsText<Row> = {
  [Key in keyof Row]: Row[Key] extends bigint | Date | null ? string | Exclude<Row[Key], bigint | Date> : Row[Key]
}

/** All that a client's needs are derived from, in one query. */
export async function readClientNeeds(db: Database, userId: string): Promise<ClientNeedRows> {
  const [found] = await db.execute(sql`
    select
      (select coalesce(max(timestamp), 0)::text from chain_blocks) as "chainTime",
      exists (select 1 from wallets where user_id = ${userId}) as "hasWallet",
      exists (select 1 from github_connections where user_id = ${userId}) as "hasConnection",
      exists (select 1 from github_connections where user_id = ${userId} and refused_at is not null) as "isRefused",
      exists (select 1 from repository_accesses where user_id = ${userId} and removed_at is null) as "hasRepositories",
      exists (select 1 from github_install_requests where user_id = ${userId} and ended_at is null) as "hasRequested",
      (select coalesce(json_agg(t), '[]') from (${liveTransactions(userId)}) t) as transactions,
      (select coalesce(json_agg(d), '[]') from (${openDrafts(userId)}) d) as drafts,
      (select coalesce(json_agg(j), '[]') from (${jobsToEnd(userId)}) j)::jsonb
        || (select coalesce(json_agg(j), '[]') from (${jobsToPublish(userId)}) j)::jsonb as jobs`)
  const rows = found as unknown as Json
  return {
    ...rows,
    chainTime: BigInt(rows.chainTime),
    transactions: rows.transactions.map(({ onchainJobId, fundBy, challengeExpiresAt, ...row }) => ({
      ...row,
      challengeExpiresAt: challengeExpiresAt === null ? null : new Date(challengeExpiresAt),
      onchainJobId: toBigInt(onchainJobId),
      fundBy: toBigInt(fundBy),
    })),
    drafts: rows.drafts.map(({ fundBy, wallet, budget, ...row }) => ({
      ...row,
      fundBy: toBigInt(fundBy),
      terms: wallet === null || budget === null ? null : { clientAddress: wallet, budget: BigInt(budget) },
    })),
    jobs: rows.jobs.map(({ id, held, openUntil, ...row }) => ({
      ...row,
      id: BigInt(id),
      held: BigInt(held),
      openUntil: BigInt(openUntil),
    })),
  }
}

function toBigInt(text: string | null): bigint | null {
  return text === null ? null : BigInt(text)
}

const liveTransactions = (userId: string) => sql`
  select t.id, t.purpose, t.state, t.reconciling, t.provider_state as "providerState", t.draft_id as "draftId",
    t.onchain_job_id::text as "onchainJobId", d.title, s.fund_by::text as "fundBy",
    t.challenge_expires_at as "challengeExpiresAt"
  from transactions t
  left join drafts d on d.id = t.draft_id
  left join funding_snapshots s on s.id = t.snapshot_id
  where t.user_id = ${userId} and ${isLive} and t.purpose <> 'OWNER_REGISTRATION'
  order by t.id desc limit ${most}`

/** The draft under payment first, then the newest; one without a finding that blocks it needs nobody. */
const openDrafts = (userId: string) => sql`
  select d.id, d.title, d.state, d.findings @> '[{"severity":"blocking"}]' as "hasBlockingFindings",
    s.fund_by::text as "fundBy", s.budget::text as budget, s.client_address as wallet,
    (select json_build_object('id', t.id, 'purpose', t.purpose, 'state', t.state) from transactions t
      where t.draft_id = d.id and t.purpose in ('APPROVAL', 'FUNDING') and ${isLive} limit 1) as live
  from drafts d
  left join funding_snapshots s on s.id = d.snapshot_id
  where d.user_id = ${userId} and d.state <> 'FUNDED'
    and (d.state <> 'DRAFT' or d.findings @> '[{"severity":"blocking"}]')
  order by d.state in ('LOCKED', 'FUNDING') desc, d.id desc limit ${most}`

const jobFacts = sql.raw(`j.onchain_job_id::text as id, d.title, j.state, j.held::text as held,
  j.open_until::text as "openUntil"`)

/** Jobs whose money can be taken back, or may have to be; the oldest of each state. */
const jobsToEnd = (userId: string) => sql`
  select ${jobFacts}, e.reason as note, null as publication, null as publishable
  from unnest(array['EXPIRED', 'REJECTED', 'OPEN']) ending(state)
  cross join lateral (
    select * from jobs where user_id = ${userId} and state = ending.state order by onchain_job_id limit ${most}
  ) j
  left join drafts d on d.id = j.draft_id
  left join executions e on e.onchain_job_id = j.onchain_job_id`

/** Of the newest settled jobs those whose result the client can have published. */
const jobsToPublish = (userId: string) => sql`
  select ${jobFacts}, null as note, p.state as publication, f.publishable
  from (
    select * from jobs where user_id = ${userId} and state = 'SETTLED' order by onchain_job_id desc limit ${most}
  ) j
  join funding_snapshots s on s.id = j.snapshot_id
  left join drafts d on d.id = j.draft_id
  left join publications p on p.onchain_job_id = j.onchain_job_id
  cross join lateral (select ${publishableResult('j', 's')} as publishable) f
  where f.publishable is not null`

export type OwnedAgentRow = {
  id: string
  name: string
  state: AgentState
  steps: { step: ProvisioningStep; state: StepState }[]
  isPaired: boolean
  isDisconnected: boolean
  isPairing: boolean
  /** For how many seconds it is silent; null where it was not heard since its pairing. */
  silentSeconds: number | null
  heartbeatSeconds: number
  credentialEnd: Date | null
  workHeld: number
  workUntil: Date | null
  hasWithdrawalInDoubt: boolean
}

/** All that an owner's needs are derived from, in one query; of the newest agents. */
export async function readOwnerNeeds(db: Database, userId: string): Promise<OwnedAgentRow[]> {
  const rows = await db.execute(sql`
    select a.id, a.name, case when a.suspended_because is null then a.state else 'SUSPENDED' end as state,
      (select json_agg(json_build_object('step', s.step, 'state', s.state)) from agent_steps s
        where s.agent_id = a.id) as steps,
      c.agent_id is not null as "isPaired", c.disconnected_at is not null as "isDisconnected",
      exists (select 1 from pairings p where p.agent_id = a.id and p.state = 'PENDING') as "isPairing",
      case when h.at >= c.paired_at then ${silentSeconds('h')} end as "silentSeconds",
      coalesce(h.interval_ms, 30000) / 1000.0::float8 as "heartbeatSeconds",
      (select r.expires_at from runtime_credentials r where r.agent_id = a.id and r.state = 'LIVE'
        and r.expires_at < now() + make_interval(secs => ${expiryWarningSeconds})) as "credentialEnd",
      w.held as "workHeld", to_timestamp(w.until::float8) as "workUntil",
      exists (select 1 from withdrawals x where x.agent_id = a.id and x.state = 'IN_DOUBT') as "hasWithdrawalInDoubt"
    from (select * from agents where user_id = ${userId} order by id desc limit ${mostAgents}) a
    left join runtime_connections c on c.agent_id = a.id
    left join runtime_heartbeats h on h.agent_id = a.id
    cross join lateral (select count(*)::int as held, min(until) as until from (${workOf}) held) w
    order by a.id desc`)
  return (rows as unknown as (Omit<OwnedAgentRow, 'credentialEnd' | 'workUntil'> & Times)[]).map((row) => ({
    ...row,
    credentialEnd: toDate(row.credentialEnd),
    workUntil: toDate(row.workUntil),
  }))
}

/** What the agent still has to deliver or to judge, with the contract's deadline of each. */
const workOf = sql`
  select s.work_by as until from assignments s where s.agent_id = a.id and s.state in ('ACCEPTED', 'ASSIGNED')
    and not exists (select 1 from results r where r.assignment_id = s.id)
  union all
  select v.verify_by from ${openVerifications} v where v.agent_id = a.id`

type Times = { credentialEnd: string | Date | null; workUntil: string | Date | null }

function toDate(at: string | Date | null): Date | null {
  return at === null ? null : new Date(at)
}
