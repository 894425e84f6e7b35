import { type SQL, sql } from 'drizzle-orm'
import type { StoryKind, StoryTarget } from '../domain/story.ts'
import type { Database } from './database.ts'

/** Rows of `table` that match an id, and the column that names what they belong to. */
type Source = { kind: StoryKind; table: string; target: string; match: (id: string) => SQL; via?: string }

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const numberShape = /^\d{1,78}$/
const hashShape = /^0x[0-9a-f]{64}$/
const addressShape = /^0x[0-9a-f]{40}$/
/** More than this many things are never behind one id. */
const mostTargets = 50

const equals = (column: string, type: string) => (id: string) => sql`${sql.raw(column)} = ${id}::${sql.raw(type)}`
const own = (kind: StoryKind, table: string): Source => ({
  kind,
  table,
  target: 'id',
  match: equals('id', 'uuid'),
})
const owned = (kind: StoryKind, target: string, table: string, via: string): Source => ({
  kind,
  table,
  target,
  via,
  match: equals('id', 'uuid'),
})
const named = (kind: StoryKind, target: string, table: string, column: string, via: string): Source => ({
  kind,
  table,
  target,
  via,
  match: equals(column, 'text'),
})

const byUuid: readonly Source[] = [
  own('transaction', 'transactions'),
  own('draft', 'drafts'),
  own('agent', 'agents'),
  own('withdrawal', 'withdrawals'),
  own('delivery', 'webhook_inbox'),
  own('call', 'operator_calls'),
  own('user', 'users'),
  owned('job', 'onchain_job_id', 'assignments', 'offer'),
  owned('job', 'onchain_job_id', 'results', 'result'),
  owned('job', 'onchain_job_id', 'seats', 'seat'),
  owned('job', 'onchain_job_id', 'draws', 'draw'),
  owned('job', 'onchain_job_id', 'publications', 'publication'),
  owned('job', 'onchain_job_id', 'execution_retries', 'retry'),
  owned('job', 'onchain_job_id', 'clone_tokens', 'read access'),
  owned('draft', 'draft_id', 'probes', 'probe'),
  owned('draft', 'draft_id', 'funding_snapshots', 'frozen terms'),
  owned('agent', 'agent_id', 'pairings', 'pairing'),
  owned('agent', 'agent_id', 'runtime_credentials', 'credential'),
  owned('agent', 'agent_id', 'qualifications', 'qualification'),
  owned('agent', 'agent_id', 'shadow_seats', 'shadow seat'),
  owned('agent', 'agent_id', 'runtime_outages', 'outage'),
  owned('agent', 'agent_id', 'wallet_outflows', 'outflow'),
  owned('user', 'user_id', 'wallets', 'wallet'),
  owned('user', 'user_id', 'sessions', 'session'),
  owned('user', 'user_id', 'repository_accesses', 'repository access'),
  owned('user', 'user_id', 'github_installations', 'installation'),
  {
    kind: 'call',
    table: 'operator_calls',
    target: 'id',
    via: 'operator transaction',
    match: equals('transaction_id', 'uuid'),
  },
  // A draft that was deleted has left its events.
  {
    kind: 'draft',
    table: 'events',
    target: 'subject_id',
    match: (id) => sql`subject_type = 'draft' and subject_id = ${id}`,
  },
  ...(['job', 'draft', 'transaction', 'agent', 'withdrawal', 'user'] as const).map(
    (kind): Source => ({
      kind,
      table: 'events',
      target: 'subject_id',
      via: 'event',
      match: (id) => sql`id = ${id}::uuid and subject_type = ${kind}`,
    }),
  ),
]

const byHash: readonly Source[] = [
  named('transaction', 'id', 'transactions', 'transaction_hash', 'transaction hash'),
  named('transaction', 'id', 'transactions', 'user_operation_hash', 'user operation'),
  named('withdrawal', 'id', 'withdrawals', 'transaction_hash', 'transaction hash'),
  named('job', 'onchain_job_id', 'chain_logs', 'transaction_hash', 'transaction hash'),
  named('job', 'onchain_job_id', 'jobs', 'ref', 'reference'),
  named('job', 'onchain_job_id', 'results', 'commitment', 'result'),
  named('draft', 'draft_id', 'funding_snapshots', 'ref', 'reference'),
  named('agent', 'agent_id', 'wallet_outflows', 'transaction_hash', 'transaction hash'),
  {
    kind: 'agent',
    via: 'transaction hash',
    target: 'a.id',
    table: `chain_logs l join agents a on a.wallet_address = lower(l.args->>'agent')`,
    match: (id) => sql`l.onchain_job_id is null and l.transaction_hash = ${id}`,
  },
  {
    kind: 'call',
    via: 'transaction hash',
    target: 'c.id',
    table: 'operator_transactions t join operator_calls c on c.transaction_id = t.id',
    match: (id) => sql`t.signed @> jsonb_build_array(jsonb_build_object('transactionHash', ${id}::text))`,
  },
]

const byAddress: readonly Source[] = [
  named('user', 'user_id', 'wallets', 'address', 'wallet'),
  named('agent', 'id', 'agents', 'wallet_address', 'wallet'),
  named('agent', 'agent_id', 'runtime_keys', 'key', 'runtime key'),
]

const byNumber: readonly Source[] = [
  { kind: 'job', table: 'jobs', target: 'onchain_job_id', match: equals('onchain_job_id', 'numeric') },
]

/** Ids that others gave; of any shape. */
const byForeignId: readonly Source[] = [
  named('delivery', 'id', 'webhook_inbox', 'delivery_id', 'delivery'),
  named('transaction', 'id', 'transactions', 'challenge_id', 'challenge'),
  named('transaction', 'id', 'transactions', 'provider_transaction_id', 'provider transaction'),
  named('withdrawal', 'id', 'withdrawals', 'provider_transaction_id', 'provider transaction'),
  named('user', 'user_id', 'wallets', 'provider_wallet_id', 'provider wallet'),
  named('agent', 'id', 'agents', 'provider_wallet_id', 'provider wallet'),
]

function sourcesOf(id: string): readonly Source[] {
  if (uuidShape.test(id)) return [...byUuid, ...byForeignId]
  if (hashShape.test(id)) return byHash
  if (addressShape.test(id)) return byAddress
  return numberShape.test(id) ? [...byNumber, ...byForeignId] : byForeignId
}

/** Everything that an id, number, hash or address names, each once; what it names itself comes first. */
export async function findStoryTargets(db: Database, text: string): Promise<StoryTarget[]> {
  const lower = text.trim().toLowerCase()
  const isOurs = [uuidShape, hashShape, addressShape].some((shape) => shape.test(lower))
  const id = isOurs ? lower : text.trim()
  const selects = sourcesOf(id).map(
    ({ kind, table, target, match, via = null }) => sql`(select ${kind}::text as kind, ${sql.raw(target)}::text as id,
      ${via}::text as via from ${sql.raw(table)} where ${match(id)} and ${sql.raw(target)} is not null
      order by 2 limit ${mostTargets})`,
  )
  const rows = await db.execute(sql`
    select distinct on (kind, id) kind, id, via from (${sql.join(selects, sql` union all `)}) found
    order by kind, id, via nulls first`)
  const targets = rows as unknown as StoryTarget[]
  return [...targets].sort((a, b) => Number(a.via !== null) - Number(b.via !== null))
}
