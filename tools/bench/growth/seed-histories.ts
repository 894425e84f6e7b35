/** What grows without end: logs, calls, transactions, transfers, deliveries and the sealed trail of events. */
export const histories = [
  `insert into chain_logs (block_number, log_index, block_hash, transaction_hash, event_name, args, applied_at)
    select a, 1, pg_temp.hash_of(a), pg_temp.hash_of(a), 'AgentRegistered', jsonb_build_object(
      'agent', pg_temp.address_of(1000000000 + a), 'ownerId', pg_temp.hash_of(pg_temp.owner_of(a)),
      'role', case when a % 3 = 0 then 2 else 1 end, 'activeFrom', '1'), now()
    from size, generate_series(0, n - 1) a`,
  `insert into chain_logs (block_number, log_index, block_hash, transaction_hash, event_name, onchain_job_id, args,
      applied_at)
    select j * 8 + e, 0, pg_temp.hash_of(j * 8 + e), pg_temp.hash_of(j * 8 + e),
      ('{JobCreated,JobAssigned,ResultSubmitted,Seated,VerdictRecorded,VerdictRecorded,JobSettled,PaymentSent}'::text[])[e + 1],
      j, jsonb_build_object('attempt', 1), case when j * 8 + e < n * 8 then now() end
    from size, generate_series(1, n) j, generate_series(0, 7) e`,
  `insert into chain_blocks (number, hash, timestamp)
    select b, pg_temp.hash_of(b), extract(epoch from now())::bigint from size, generate_series(n * 8 - 255, n * 8 + 8) b`,
  `insert into chain_cursor (chain_id, genesis_hash, escrow, indexed_block, applied_block)
    select 31337, pg_temp.hash_of(0), pg_temp.address_of(1), n * 8, n * 8 from size`,
  `insert into operator_transactions (id, operator, state, nonce, signed, transaction_hash, block_number, block_hash,
      ended_at)
    select pg_temp.id_of(t), 'dispatcher', 'CONFIRMED', t, '[{}]', pg_temp.hash_of(t), t, pg_temp.hash_of(t), now()
    from size, generate_series(1, n) t`,
  `insert into operator_calls (operator, purpose, subject, contract, action, calldata, calldata_hash, follow_up, state,
      transaction_id, entry, ended_at)
    select 'dispatcher', p, j || '/1', pg_temp.address_of(1), 'call', '0x01', pg_temp.hash_of(j),
      '{"queue": "advance-job"}', 'CONFIRMED', pg_temp.id_of(j), e - 1, now()
    from size, generate_series(1, n) j,
      unnest('{ASSIGNMENT,SUBMISSION,SEATING,ATTESTATION}'::text[]) with ordinality as x(p, e)`,
  `insert into operator_calls (operator, purpose, subject, contract, action, calldata, calldata_hash, follow_up, state,
      failure, ended_at)
    select 'dispatcher', 'RELEASE', j || '/1/time', pg_temp.address_of(1), 'call', '0x01', pg_temp.hash_of(j),
      '{"queue": "advance-job"}', 'FAILED', 'seed', now()
    from size, generate_series(1, n, 10) j`,
  `insert into transactions (user_id, wallet_id, purpose, draft_id, snapshot_id, onchain_job_id, state, chain_id,
      transaction_hash, block_number, block_hash, log_index, expected_action, ended_at)
    select j.user_id, w.id, p, j.draft_id, j.snapshot_id, null, 'CONFIRMED', 31337,
      pg_temp.hash_of(j.onchain_job_id::bigint * 8 + e), j.block_number, j.block_hash, e, p, now()
    from jobs j join wallets w on w.user_id = j.user_id, unnest('{APPROVAL,FUNDING}'::text[]) with ordinality as x(p, e)`,
  `insert into withdrawals (agent_id, user_id, amount, destination, state, transaction_hash, block_number, block_hash,
      log_index, ended_at)
    select a.id, a.user_id, 1000000, pg_temp.address_of(7), 'CONFIRMED', pg_temp.hash_of(k), k, pg_temp.hash_of(k), 0, now()
    from size, generate_series(0, n - 1, 10) k join agents a on a.id = pg_temp.id_of(k)`,
  `insert into token_transfers (block_number, log_index, transaction_hash, from_address, to_address, amount, mined_at)
    select j * 8 + e, 3, pg_temp.hash_of(j * 8 + e), pg_temp.address_of(pg_temp.client_of(j)),
      pg_temp.address_of(1000000000 + pg_temp.worker_of(j)), 1000000, now()
    from size, generate_series(1, n) j, generate_series(0, 2) e`,
  `insert into webhook_inbox (provider, delivery_id, event_type, body, body_sha256, processed_at)
    select 'github', 'delivery-' || d, 'issues', 'seed', sha256('seed'), case when d > 20 then now() end
    from size, generate_series(1, n) d`,
  `insert into idempotency_keys (principal, operation, key, fingerprint, locked_until, status, response_sealed)
    select 'user-' || k, 'createDraft', 'key-' || k, 'seed', now(), 201, 'seed' from size, generate_series(1, n) k`,
  `insert into events (id, actor_kind, actor_id, subject_type, subject_id, user_id, name, from_state, to_state, evidence,
      created_at)
    select pg_temp.id_of(j * 10 + e), 'system', 'worker', 'job', j::text, pg_temp.id_of(pg_temp.client_of(j)),
      'job.open', 'OPEN', 'ASSIGNED', jsonb_build_object('attempt', e), now() - interval '1 hour'
    from size, generate_series(1, n) j, generate_series(0, 9) e`,
  `insert into event_seals (sequence, event_id, hash)
    select x.sequence, x.id, sha256(x.id::text::bytea)
    from size, (select id, row_number() over (order by id) as sequence from events) x where x.sequence <= n * 10 - 13`,
]
