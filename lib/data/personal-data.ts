import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/**
 * Columns of the rows of a person: `t.user_id`, or what `isOf` says; nothing sealed, hashed, or of anyone else, as
 * the agents of others are that tried a draft's commands.
 */
type PersonalTable = { table: string; columns: string; isOf?: string }

const ownAgents = 't.agent_id in (select a.id from agents a where a.user_id = person_id)'
const ownJobs = 't.onchain_job_id in (select j.onchain_job_id from jobs j where j.user_id = person_id)'
const ownTokens = 't.token_id in (select k.id from api_tokens k where k.user_id = person_id)'
const ownSessions = 't.session_id in (select s.id from sessions s where s.user_id = person_id)'
const ownWallets = `(select w.address from wallets w where w.user_id = person_id
  union select a.wallet_address from agents a where a.user_id = person_id)`
const ownDoing = `t.actor_id = person_id::text or t.subject_type in ('user', 'session', 'wallet', 'draft', 'transaction',
  'installation', 'withdrawal', 'webhook_endpoint', 'api_token', 'saved_search')`

export const exportedTables: readonly PersonalTable[] = [
  { table: 'users', columns: 'id, provider_user_id, owner_id, created_at', isOf: 't.id = person_id' },
  { table: 'user_capabilities', columns: 'capability, created_at' },
  { table: 'sessions', columns: 'id, user_agent, signed_in_at, expires_at, revoked_at' },
  { table: 'session_uses', columns: 'session_id, last_seen_at', isOf: ownSessions },
  { table: 'provider_credentials', columns: 'issued_at, signed_out' },
  { table: 'api_tokens', columns: 'id, name, scopes, created_at, expires_at, revoked_at' },
  { table: 'api_token_uses', columns: 'token_id, last_used_at', isOf: ownTokens },
  { table: 'wallets', columns: 'id, provider_wallet_id, address, blockchain, account_type, created_at, synced_at' },
  { table: 'github_connections', columns: 'github_user_id, login, connected_at, refused_at' },
  { table: 'github_install_states', columns: 'id, created_at, expires_at, used_at' },
  { table: 'github_install_requests', columns: 'id, created_at, ended_at' },
  {
    table: 'github_installations',
    columns: 'id, installation_id, account_login, account_type, repository_selection, suspended_at, disconnected_at',
  },
  {
    table: 'repository_accesses',
    columns:
      'id, repository_id, full_name, private, archived, default_branch, can_pull, can_push, removed_at, created_at',
  },
  { table: 'mail_addresses', columns: 'address, confirmed_at' },
  { table: 'mail_confirmations', columns: 'id, address, created_at, ended_at' },
  { table: 'mails', columns: 'id, event_id, address, state, fault, answer, created_at' },
  {
    table: 'notifications',
    columns: `event_id, kind, in_inbox, read_at, (select e.name from events e where e.id = t.event_id) as name,
      (select e.created_at from events e where e.id = t.event_id) as created_at`,
  },
  { table: 'notification_choices', columns: 'name, inbox, email' },
  { table: 'saved_searches', columns: 'id, name, filter, created_at' },
  { table: 'webhook_endpoints', columns: 'id, url, description, kinds, disabled_reason, created_at' },
  {
    table: 'webhook_deliveries',
    columns: 'id, endpoint_id, event_id, state, attempts, fault, status_code, answer, created_at',
  },
  {
    table: 'drafts',
    columns: `id, repository_full_name, issue_number, issue, state, title, instructions, acceptance_criteria,
      verification_commands, protected_paths, acceptance_files, base_branch, base_commit, reward, verifier_fee, verifiers,
      quorum, max_attempts, silence_share_bps, open_seconds, work_seconds, verification_seconds, publication, sealed_evidence,
      shares_failed_attempts, findings, reviewed_at, created_at, updated_at`,
  },
  { table: 'deleted_drafts', columns: `id, draft - 'sealed_files' as draft, deleted_at` },
  {
    table: 'funding_snapshots',
    columns: 'id, draft_id, client_address, ref, task_document, policy_document, budget, created_at',
  },
  { table: 'probes', columns: 'id, draft_id, state, reason, created_at, ended_at' },
  {
    table: 'transactions',
    columns: `id, purpose, draft_id, onchain_job_id, state, challenge_id, provider_transaction_id, transaction_hash,
      block_number, amount, failure_code, failure_detail, created_at, ended_at`,
  },
  {
    table: 'jobs',
    columns:
      'onchain_job_id, draft_id, client_address, ref, state, held, budget, transaction_hash, created_at, updated_at',
  },
  { table: 'publications', columns: 'onchain_job_id, requested_by, branch, state, pull_request_url, created_at' },
  { table: 'execution_retries', columns: 'onchain_job_id, attempt, number, created_at' },
  { table: 'job_proofs', columns: 'onchain_job_id, transfers, read_at', isOf: ownJobs },
  {
    table: 'agents',
    columns: `id, name, public_name, role, state, max_concurrent_jobs, min_reward, repositories, languages, hours, networks,
      wallet_address, authorised_key, qualified_at, disqualified_for, created_at`,
  },
  { table: 'agent_steps', columns: 'agent_id, step, state, detail, done_at', isOf: ownAgents },
  { table: 'runtime_keys', columns: 'agent_id, key, created_at', isOf: ownAgents },
  {
    table: 'pairings',
    columns: 'id, agent_id, host, port, key, software, state, detail, created_at, ended_at',
    isOf: ownAgents,
  },
  {
    table: 'runtime_connections',
    columns: 'agent_id, address, key, software, isolation, paired_at, disconnected_at, seen_from',
    isOf: ownAgents,
  },
  {
    table: 'runtime_credentials',
    columns: 'id, agent_id, epoch, key, scopes, state, created_at, expires_at, ended_at',
    isOf: ownAgents,
  },
  { table: 'runtime_heartbeats', columns: 'agent_id, at, state, software', isOf: ownAgents },
  { table: 'runtime_outages', columns: 'agent_id, began_at, ended_at', isOf: ownAgents },
  { table: 'qualifications', columns: 'id, agent_id, kind, state, detail, answer, ended_at', isOf: ownAgents },
  {
    table: 'assignments',
    columns: 'id, onchain_job_id, agent_id, state, attempt, accepted_at, end_cause, created_at, ended_at',
    isOf: 't.owner_user_id = person_id',
  },
  {
    table: 'results',
    columns: 'id, assignment_id, onchain_job_id, attempt, commitment, changes, summary, signature, created_at',
    isOf: 't.assignment_id in (select x.id from assignments x where x.owner_user_id = person_id)',
  },
  {
    table: 'seats',
    columns: 'id, onchain_job_id, attempt, seat, agent_id, state, verdict, evidence_hash, signature, answered_at',
    isOf: `t.owner_user_id = person_id and t.state <> 'DRAWN'`,
  },
  { table: 'rejections', columns: 'onchain_job_id, created_at', isOf: 't.owner_user_id = person_id' },
  {
    table: 'withdrawals',
    columns: 'id, agent_id, amount, destination, state, transaction_hash, failure_code, created_at, ended_at',
  },
  { table: 'withdrawal_destinations', columns: 'address, created_at, usable_at' },
  {
    table: 'token_transfers',
    columns: 'block_number, transaction_hash, from_address, to_address, amount, mined_at',
    isOf: `t.from_address in ${ownWallets} or t.to_address in ${ownWallets}`,
  },
  { table: 'wallet_outflows', columns: 'agent_id, destination, amount, transaction_hash, found_at', isOf: ownAgents },
  { table: 'verifier_figures', columns: 'agent_id, seats, votes, decided, agreed, silent, undecided', isOf: ownAgents },
  {
    table: 'events',
    columns: `id, subject_type, subject_id, name, from_state, to_state, created_at,
      case when ${ownDoing} then t.evidence - 'agent' end as evidence`,
  },
]

/** Tables that name people, or agents of people, and that no export has: why. */
export const neverExported: Readonly<Record<string, string>> = {
  shadow_seats: 'an owner must not learn which jobs test a verifier',
  agent_wakeups: 'a mark for the worker, for moments',
  idempotency_keys: 'first answers, sealed; what they said is in the other tables',
}

/** Everything that is stored about a person, by table; tables without a row are left out. */
export async function readPersonalRows(db: Database, userId: string): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const { table, columns, isOf = 't.user_id = person_id' } of exportedTables) {
    const rows = await db.execute(sql`
      select ${sql.raw(columns)} from ${sql.identifier(table)} t, (select ${userId}::uuid as person_id) person
      where ${sql.raw(isOf)} order by 1`)
    if (rows.length > 0) found[table] = [...rows]
  }
  return found
}
