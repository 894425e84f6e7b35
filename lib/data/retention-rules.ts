import { draftRestoreMinutes } from '../domain/draft.ts'
import { shadowDays } from '../domain/shadow-seat.ts'

/** Which rows of a table are deleted: those for which the condition over `t` holds. Texts are those of the document. */
export type RetentionRule = { table: string; keeps: string; why: string; isOver: string }

const daysAfter = (column: string, days: number) => `${column} < now() - interval '${days} days'`
const hasLiveSession = `select 1 from sessions s join session_uses u on u.session_id = s.id
  where s.user_id = t.user_id and s.revoked_at is null and s.expires_at > now()
  and u.last_seen_at > now() - interval '24 hours'`
const hasLiveTransaction = `select 1 from transactions x where x.user_id = t.user_id
  and x.state in ('INTENT', 'CHALLENGE_ISSUED', 'SUBMITTED', 'BROADCAST', 'CONFIRMING')`

/** Everything that is deleted for its age alone, by the worker and by `npm run admin -- prune`. */
export const retentionRules: readonly RetentionRule[] = [
  {
    table: 'provider_credentials',
    keeps: 'while the person has a live session or a transaction under way',
    why: 'they reach the person’s wallet provider',
    isOver: `(t.signed_out or not exists (${hasLiveSession})) and not exists (${hasLiveTransaction})`,
  },
  {
    table: 'github_install_states',
    keeps: '1 day after it expired',
    why: 'a connection that was not completed in time starts again',
    isOver: daysAfter('t.expires_at', 1),
  },
  {
    table: 'sessions',
    keeps: '30 days after its end',
    why: 'it has the browser’s name, and nothing reads ended ones',
    isOver: daysAfter('least(t.revoked_at, t.expires_at)', 30),
  },
  {
    table: 'pre_logins',
    keeps: '1 day after it expired',
    why: 'a sign-in that was not completed in time starts again',
    isOver: daysAfter('t.expires_at', 1),
  },
  {
    table: 'spent_provider_tokens',
    keeps: '90 days',
    why: 'the provider lets such a token expire after 14 days at most',
    isOver: daysAfter('t.created_at', 90),
  },
  {
    table: 'github_install_requests',
    keeps: '30 days after its end',
    why: 'only an open request is shown',
    isOver: daysAfter('t.ended_at', 30),
  },
  {
    table: 'idempotency_keys',
    keeps: '30 days',
    why: 'the API promises so long that a repeated request has the first answer',
    isOver: daysAfter('t.created_at', 30),
  },
  {
    table: 'webhook_inbox',
    keeps: '30 days after it was processed; a dead letter until it is retried',
    why: 'repository host and wallet provider send nothing again after that time',
    isOver: daysAfter('t.processed_at', 30),
  },
  {
    table: 'webhook_deliveries',
    keeps: '30 days',
    why: 'attempts end after three days; the rest is for the owner to look at',
    isOver: daysAfter('t.created_at', 30),
  },
  {
    table: 'deleted_drafts',
    keeps: `${draftRestoreMinutes} minutes`,
    why: 'the client may undo the deletion so long',
    isOver: `t.deleted_at < now() - interval '${draftRestoreMinutes} minutes'`,
  },
  {
    table: 'mails',
    keeps: '30 days',
    why: 'attempts end after days; the address is personal data',
    isOver: daysAfter('t.created_at', 30),
  },
  {
    table: 'mail_confirmations',
    keeps: '30 days',
    why: 'the link works for less; the address is personal data',
    isOver: daysAfter('t.created_at', 30),
  },
  {
    table: 'notifications',
    keeps: '180 days after it was read, or was not for the inbox',
    why: 'the event that it shows is kept',
    isOver: daysAfter('t.read_at', 180),
  },
  {
    table: 'pairings',
    keeps: '30 days after its end; the newest of an agent for good',
    why: 'its token and credential are gone, and only the newest is read',
    isOver: `${daysAfter('t.ended_at', 30)}
      and exists (select 1 from pairings newer where newer.agent_id = t.agent_id and newer.id > t.id)`,
  },
  {
    table: 'runtime_outages',
    keeps: '90 days after its end',
    why: 'reliability is counted over seven days',
    isOver: daysAfter('t.ended_at', 90),
  },
  {
    table: 'clone_tokens',
    keeps: '30 days after its end',
    why: 'its secret is gone, and the audit trail says who had it',
    isOver: daysAfter('t.revoked_at', 30),
  },
  {
    table: 'probes',
    keeps: '30 days after its end, once its draft is deleted',
    why: 'it is read on the page of its draft alone',
    isOver: `${daysAfter('t.ended_at', 30)} and not exists (select 1 from drafts d where d.id = t.draft_id)`,
  },
  {
    table: 'shadow_seats',
    keeps: `${shadowDays.row} days`,
    why: `jobs are judged again for ${shadowDays.job} days`,
    isOver: `t.state <> 'OPEN' and ${daysAfter('t.created_at', shadowDays.row)}`,
  },
  {
    table: 'worker_reports',
    keeps: '1 day after the last one of its worker',
    why: 'readiness asks for workers of the last day',
    isOver: daysAfter('t.heard_at', 1),
  },
  {
    table: 'rate_limits',
    keeps: '1 day after its time',
    why: 'a caller starts from zero after it',
    isOver: daysAfter('t.expire', 1),
  },
]

const money = 'money on record'
const trail = 'the audit trail'
const decided = 'what a verdict or a payment rests on'
const account = 'the account, which money and the audit trail name'
const own = 'the person’s own, until they remove it'
const agent = 'the agent, whose wallet and key the chain knows'
const few = 'a few rows that are written over'
const index = 'an index of the host’s issues'

/** Tables without a rule of age: why their rows are kept, and what else deletes some. */
export const keptTables: readonly { table: string; why: string; deletedBy?: string }[] = [
  { table: 'users', why: account },
  { table: 'user_capabilities', why: account },
  { table: 'session_uses', why: 'when a session was used', deletedBy: 'goes with its session' },
  { table: 'api_tokens', why: 'events name the token that made them', deletedBy: '`user erase`' },
  { table: 'api_token_uses', why: 'when a token was used', deletedBy: 'goes with its token' },
  { table: 'wallets', why: money },
  { table: 'github_connections', why: own, deletedBy: '`user erase`' },
  { table: 'github_installations', why: 'the next connection takes it up', deletedBy: '`user erase`' },
  { table: 'repository_accesses', why: 'drafts name the repository by it', deletedBy: '`user erase`, without a draft' },
  { table: 'mail_addresses', why: own, deletedBy: 'removing the address, or `user erase`' },
  { table: 'notification_choices', why: 'what the person chose', deletedBy: '`user erase`' },
  { table: 'saved_searches', why: own, deletedBy: 'deleting the search, or `user erase`' },
  { table: 'webhook_endpoints', why: own, deletedBy: 'deleting the endpoint, or `user erase`' },
  { table: 'drafts', why: own, deletedBy: 'deleting the draft, or `user erase`' },
  { table: 'funding_snapshots', why: 'a late funding may still match it' },
  { table: 'jobs', why: money },
  { table: 'transactions', why: money },
  { table: 'job_proofs', why: 'proofs outlive the job' },
  { table: 'publications', why: 'where a paid result was published' },
  { table: 'escrow_days', why: 'the books', deletedBy: 'counted again from events' },
  { table: 'escrow_books', why: 'the books', deletedBy: 'counted again from events' },
  { table: 'token_transfers', why: 'the journal' },
  { table: 'transfer_marks', why: 'the journal' },
  { table: 'withdrawals', why: money },
  { table: 'withdrawal_destinations', why: 'a known one does not wait again', deletedBy: '`user erase`' },
  { table: 'wallet_marks', why: money },
  { table: 'wallet_outflows', why: money },
  { table: 'operator_transactions', why: 'every transaction of the service’s keys' },
  { table: 'operator_calls', why: 'every call of the service’s keys' },
  {
    table: 'chain_blocks',
    why: 'the newest blocks, to notice another branch',
    deletedBy: 'the indexer, as it goes on',
  },
  { table: 'chain_logs', why: 'the escrow’s events', deletedBy: 'the indexer, when a branch is left' },
  { table: 'chain_cursor', why: few },
  { table: 'finality_lags', why: few },
  { table: 'web_presence', why: few },
  { table: 'events', why: trail },
  { table: 'event_seals', why: trail },
  { table: 'unsealed_events', why: trail, deletedBy: 'the seal of the event' },
  { table: 'agents', why: agent },
  { table: 'agent_steps', why: agent },
  { table: 'runtime_keys', why: agent },
  { table: 'runtime_connections', why: agent },
  { table: 'runtime_credentials', why: 'one that is used after its end shows that it was stolen' },
  { table: 'runtime_heartbeats', why: 'one row for each agent', deletedBy: '`user erase`' },
  { table: 'agent_wakeups', why: 'agents to compare with jobs', deletedBy: 'the comparison' },
  { table: 'qualifications', why: 'what an agent’s qualification rests on' },
  { table: 'assignments', why: decided },
  { table: 'results', why: decided },
  { table: 'draws', why: decided },
  { table: 'seats', why: decided, deletedBy: 'drawing again before a panel is on chain' },
  { table: 'rejections', why: decided },
  { table: 'executions', why: 'one row for each job' },
  { table: 'execution_retries', why: 'a job has three at most' },
  { table: 'verifier_figures', why: few, deletedBy: 'counted again each minute' },
  { table: 'pool_figures', why: few },
  { table: 'public_repositories', why: index, deletedBy: 'the reading that finds it gone' },
  { table: 'public_issues', why: index, deletedBy: 'the reading that finds it gone' },
  { table: 'public_issue_bodies', why: index, deletedBy: 'goes with its issue' },
  { table: 'public_issue_labels', why: index, deletedBy: 'goes with its issue' },
  { table: 'public_facet_counts', why: index, deletedBy: 'counted again' },
  { table: 'public_allowance', why: few },
  { table: 'sweep_cursors', why: few },
  { table: 'leases', why: few },
  { table: 'wallet_webhook_keys', why: few, deletedBy: 'the provider’s naming it no more' },
  { table: 'applied_migrations', why: 'which migrations ran' },
]
