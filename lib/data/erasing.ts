import { sql } from 'drizzle-orm'
import type { OpenMoney, OpenRecord } from '../domain/open-matter.ts'
import type { Database, Transaction } from './database.ts'
import { isBinding, isOpenSeat } from './live-work.ts'

/** Whatever of a person is under way by the records alone; balances are the chain's to say. */
export async function listOpenRecords(db: Database, userId: string): Promise<OpenRecord[]> {
  const isOwn = sql`user_id = ${userId}`
  const titleOf = sql`(select d.title from drafts d where d.id = j.draft_id)`
  const rows = await db.execute(sql`
    select 'draft' as kind, id::text, state::text, title, null::text as "agentId", null::text as "draftId",
      null::text as "jobId" from drafts where ${isOwn} and state in ('LOCKED', 'FUNDING')
    union all
    select 'transaction', id::text, state, purpose, null, draft_id::text, onchain_job_id::text from transactions
    where ${isOwn} and state in ('INTENT', 'CHALLENGE_ISSUED', 'SUBMITTED', 'BROADCAST', 'CONFIRMING')
    union all
    select 'job', onchain_job_id::text, state, ${titleOf}, null, null, null from jobs j
    where ${isOwn} and (state in ('OPEN', 'ASSIGNED', 'SUBMITTED', 'EXPIRED') or held > 0)
    union all
    select 'publication', p.onchain_job_id::text, p.state, ${titleOf}, null, null, null
    from publications p join jobs j using (onchain_job_id) where p.${isOwn} and p.state = 'REQUESTED'
    union all
    select 'withdrawal', w.id::text, w.state, a.name, w.agent_id::text, null, null
    from withdrawals w join agents a on a.id = w.agent_id
    where w.${isOwn} and w.state in ('INTENT', 'SUBMITTED', 'IN_DOUBT')
    union all
    select 'agent', a.id::text, state, a.name, null, null, null from agents a where a.${isOwn} and (
      exists (select 1 from assignments x where x.agent_id = a.id and ${isBinding})
      or exists (select 1 from seats s where s.agent_id = a.id and ${isOpenSeat})
      or exists (select 1 from shadow_seats h where h.agent_id = a.id and h.state = 'OPEN'))`)
  return [...(rows as unknown as OpenRecord[])]
}

/** The wallet of an agent, with its name; of the client where these are null. */
export type HeldAddress = Pick<OpenMoney, 'agentId' | 'title'> & { address: `0x${string}` }

/** Where a person's money is: the wallet as a client and those of their agents. */
export async function listOwnAddresses(db: Database, userId: string): Promise<HeldAddress[]> {
  const rows = await db.execute(sql`
    select null::text as "agentId", null::text as title, address from wallets where user_id = ${userId}
    union all select id::text, name, wallet_address from agents
    where user_id = ${userId} and wallet_address is not null`)
  return [...(rows as unknown as HeldAddress[])]
}

const ownAgents = 'agent_id in (select a.id from agents a where a.user_id = person_id)'
const ownDeletable: readonly { table: string; isOf?: string }[] = [
  { table: 'sessions' },
  { table: 'provider_credentials' },
  { table: 'api_tokens' },
  { table: 'github_connections' },
  { table: 'github_install_states' },
  { table: 'github_install_requests' },
  { table: 'github_installations' },
  { table: 'mails' },
  { table: 'mail_confirmations' },
  { table: 'mail_addresses' },
  { table: 'saved_searches' },
  { table: 'deleted_drafts' },
  { table: 'webhook_endpoints' },
  { table: 'withdrawal_destinations' },
  { table: 'notifications' },
  { table: 'notification_choices' },
  { table: 'idempotency_keys', isOf: 'principal = person_id::text' },
  { table: 'drafts', isOf: `user_id = person_id and state in ('DRAFT', 'READY')` },
  {
    table: 'repository_accesses',
    isOf: 'user_id = person_id and not exists (select 1 from drafts d where d.repository_access_id = repository_accesses.id)',
  },
  { table: 'pairings', isOf: ownAgents },
  { table: 'runtime_heartbeats', isOf: ownAgents },
]

/** Deletes a person's own rows that neither money nor the audit trail needs; how many, by table. */
export async function deletePersonalRows(tx: Transaction, userId: string): Promise<Record<string, number>> {
  const done: Record<string, number> = {}
  for (const { table, isOf = 'user_id = person_id' } of ownDeletable) {
    const rows = await tx.execute(sql`delete from ${sql.identifier(table)}
      using (select ${userId}::uuid as person_id) person where ${sql.raw(isOf)} returning 1`)
    if (rows.length > 0) done[table] = rows.length
  }
  return done
}

/** Takes out of the rows that are kept what the person wrote about themselves and where their runtimes are. */
export async function blankPersonalRows(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`update repository_accesses set removed_at = coalesce(removed_at, now()), can_pull = false,
    can_push = false where user_id = ${userId}`)
  await tx.execute(sql`update agents set name = 'Erased', public_name = null, networks = '[]', hours = null, repositories = '[]',
    languages = '[]', version = version + 1, updated_at = now() where user_id = ${userId}`)
  await tx.execute(sql`update runtime_connections set address = '', seen_from = null
    where agent_id in (select id from agents where user_id = ${userId})`)
}
