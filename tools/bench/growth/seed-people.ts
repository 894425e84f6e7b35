/** Owners and clients with their sessions and wallets; agents with all that pairing, provisioning and heartbeats leave. */
export const peopleAndAgents = [
  `insert into users (id, provider_user_id)
    select pg_temp.id_of(u), 'provider-' || u from size, generate_series(0, owners + clients - 1) u`,
  `insert into user_capabilities (user_id, capability)
    select pg_temp.id_of(u), case when u < owners then 'agent_owner' else 'client' end
    from size, generate_series(0, owners + clients - 1) u`,
  `insert into sessions (secret_hash, user_id, user_agent, expires_at)
    select sha256(pg_temp.hash_of(u)::bytea), pg_temp.id_of(u), 'seed', now() + interval '1 day'
    from size, generate_series(0, owners + clients - 1) u`,
  `insert into wallets (user_id, provider_wallet_id, address, blockchain, chain_id, account_type)
    select pg_temp.id_of(u), 'wallet-' || u, pg_temp.address_of(u), 'LOCAL', 31337, 'SCA'
    from size, generate_series(owners, owners + clients - 1) u`,
  `insert into github_installations (user_id, installation_id, account_login, account_type, repository_selection)
    select pg_temp.id_of(u), u, 'account-' || u, 'User', 'all' from size, generate_series(owners, owners + clients - 1) u`,
  `insert into repository_accesses (id, user_id, installation_id, repository_id, full_name, private, archived,
      default_branch, language, open_issues, can_pull, can_push)
    select pg_temp.id_of(u), pg_temp.id_of(u), u, u, 'account-' || u || '/project', u % 10 = 0, false, 'main',
      'TypeScript', 3, true, true
    from size, generate_series(owners, owners + clients - 1) u`,
  `insert into agents (id, user_id, name, role, state, provider_wallet_id, wallet_address, authorised_key, qualified_at,
      last_offered_at)
    select pg_temp.id_of(a), pg_temp.id_of(pg_temp.owner_of(a)), 'Agent ' || a,
      case when a % 3 = 0 then 'verifier' else 'worker' end,
      case when a % 20 = 19 then 'PROVISIONING' when a % 30 = 17 then 'PAUSED' else 'ACTIVE' end, 'agent-wallet-' || a,
      pg_temp.address_of(1000000000 + a), pg_temp.address_of(2000000000 + a),
      now() - make_interval(hours => (a % 40)::int), now() - make_interval(mins => (a % 1000)::int)
    from size, generate_series(0, n - 1) a`,
  `insert into agent_steps (agent_id, step, state, done_at, looked_at)
    select pg_temp.id_of(a), s, case when a % 20 = 19 and s = 'QUALIFICATION' then 'WAITING' else 'DONE' end, now(), now()
    from size, generate_series(0, n - 1) a, unnest('{RUNTIME,WALLET,AUTHORISATION,QUALIFICATION}'::text[]) s`,
  `insert into runtime_keys (key, agent_id)
    select pg_temp.address_of(2000000000 + a), pg_temp.id_of(a) from size, generate_series(0, n - 1) a`,
  `insert into runtime_connections (agent_id, address, key, software, isolation, seen_from)
    select pg_temp.id_of(a), 'runtime-' || a || '.example:443', pg_temp.address_of(2000000000 + a), 'seed/1', 'bubblewrap',
      '192.0.2.0/24'
    from size, generate_series(0, n - 1) a`,
  `insert into runtime_credentials (id, agent_id, epoch, key, secret_hash, scopes, state, expires_at, activated_at)
    select pg_temp.id_of(a), pg_temp.id_of(a), 1, pg_temp.address_of(2000000000 + a), sha256('seed'), '["heartbeat"]',
      'LIVE', now() + interval '30 days', now()
    from size, generate_series(0, n - 1) a`,
  // Four of five were heard; the interval is so long that they still are at the end of the measurement.
  `insert into runtime_heartbeats (agent_id, at, state, software, interval_ms, running)
    select pg_temp.id_of(a), now() - case when a % 5 = 4 then interval '2 days' else interval '0' end, 'idle', 'seed/1',
      7200000, '[]'
    from size, generate_series(0, n - 1) a`,
  `insert into runtime_outages (agent_id, began_at, ended_at)
    select pg_temp.id_of(a), now() - make_interval(days => d + 1), now() - make_interval(days => d)
    from size, generate_series(0, n - 1) a, generate_series(1, 2) d`,
  `insert into qualifications (agent_id, kind, content, expected, state, answer_by, ended_at)
    select pg_temp.id_of(a), case when a % 3 = 0 then 'CALIBRATION' else 'EXAM' end, '{}', 'PASS',
      case when a % 20 = 19 then 'OPEN' else 'PASSED' end, now() + interval '1 day', now()
    from size, generate_series(0, n - 1) a`,
]
