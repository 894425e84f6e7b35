/**
 * Tables that hold money, states, credentials or events. The database refuses every write to them that is not made
 * inside a transaction opened by `inTransaction`, because the driver can run the rest of a broken transaction's
 * callback on a fresh connection, where each statement would commit alone.
 */
export const guardedTables = [
  'users',
  'user_capabilities',
  'sessions',
  'pre_logins',
  'provider_credentials',
  'spent_provider_tokens',
  'wallets',
  'github_connections',
  'github_install_states',
  'github_installations',
  'repository_accesses',
  'drafts',
  'funding_snapshots',
  'probes',
  'transactions',
  'jobs',
  'chain_blocks',
  'chain_logs',
  'chain_cursor',
  'events',
  'event_seals',
  'agents',
  'agent_steps',
  'runtime_keys',
  'pairings',
  'runtime_connections',
  'runtime_credentials',
  'qualifications',
  'assignments',
  'results',
  'draws',
  'seats',
  'rejections',
  'operator_calls',
  'withdrawals',
  'withdrawal_destinations',
  'github_install_requests',
  'publications',
  'clone_tokens',
  'public_repositories',
  'public_issues',
  'public_issue_bodies',
  'public_issue_labels',
  'public_allowance',
  'public_facet_counts',
  'execution_retries',
] as const

/** Tables whose every write is one statement, so that an escaped one does no harm. */
export const unguardedTables = [
  'session_uses',
  'idempotency_keys',
  'webhook_inbox',
  'runtime_heartbeats',
  'runtime_outages',
  'executions',
  'sweep_cursors',
  'rate_limits',
  'leases',
  'wallet_webhook_keys',
] as const

/** Tables whose rows are never changed or deleted. */
export const appendOnlyTables = [
  'events',
  'event_seals',
  'funding_snapshots',
  'runtime_keys',
  'results',
  'draws',
  'execution_retries',
] as const
