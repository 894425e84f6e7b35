/** The state of job `j`, of every twenty: four open, five at work, two with their verifiers, nine settled. */
const state = `case when j % 20 < 4 then 'OPEN' when j % 20 < 9 then 'ASSIGNED' when j % 20 < 11 then 'SUBMITTED'
  else 'SETTLED' end`
const later = '(extract(epoch from now())::bigint + 86400)'

/** Drafts, snapshots and jobs; offers, assignments, results, draws and seats of their attempts. */
export const jobsAndWork = [
  `insert into drafts (id, user_id, repository_access_id, repository_full_name, issue_number, issue, warnings, state, title,
      instructions, acceptance_criteria, verification_commands, protected_paths, base_branch, reward, verifier_fee,
      verifiers, quorum, max_attempts, open_seconds, work_seconds, verification_seconds, snapshot_id)
    select pg_temp.id_of(j), pg_temp.id_of(c), pg_temp.id_of(c), 'account-' || c || '/project', j, '{"number": 1}', '[]',
      'FUNDED', 'Job ' || j, 'Do it.', '[]', '[]', '[]', 'main', 3000000, 100000, 3, 2, 3, 86400, 3600, 3600,
      pg_temp.id_of(j)
    from size, generate_series(1, n) j, lateral (select pg_temp.client_of(j) as c) x`,
  `insert into funding_snapshots (id, draft_id, user_id, client_address, ref, task_document, policy_document,
      task_commitment, policy_commitment, reward, verifier_fee, verifiers, quorum, max_attempts, silence_share_bps, fund_by,
      open_until, work_window, verification_window, budget)
    select pg_temp.id_of(j), pg_temp.id_of(j), pg_temp.id_of(c), pg_temp.address_of(c), pg_temp.hash_of(j),
      jsonb_build_object('repository', jsonb_build_object('id', c, 'full_name', 'account-' || c || '/project',
        'private', c % 10 = 0), 'issue', jsonb_build_object('number', j)),
      '{"version": 1, "commands": [{"expect": "passes"}]}', pg_temp.hash_of(j), pg_temp.hash_of(j), 3000000, 100000, 3, 2,
      3, 5000, ${later}, ${later}, 3600, 3600, 3900000
    from size, generate_series(1, n) j, lateral (select pg_temp.client_of(j) as c) x`,
  `insert into jobs (onchain_job_id, chain_id, user_id, draft_id, snapshot_id, client_address, ref, state, held, budget,
      open_until, transaction_hash, log_index, block_number, block_hash, last_event_block, last_event_log_index, is_proven)
    select j, 31337, pg_temp.id_of(c), pg_temp.id_of(j), pg_temp.id_of(j), pg_temp.address_of(c), pg_temp.hash_of(j),
      ${state}, case when ${state} = 'SETTLED' then 0 else 3900000 end, 3900000, ${later}, pg_temp.hash_of(j * 8), 0, j * 8,
      pg_temp.hash_of(j * 8), j * 8 + 7, 0, ${state} = 'SETTLED'
    from size, generate_series(1, n) j, lateral (select pg_temp.client_of(j) as c) x`,
  // One in a hundred is due; the others wait for a deadline, or open ones for a worker.
  `update executions e set looked_at = now() - make_interval(secs => (j.onchain_job_id % 100)::int),
      due_at = case when j.state = 'SETTLED' then null when j.onchain_job_id % 100 = 7 then now()
        else now() + interval '1 hour' end,
      waits_for = case j.state when 'OPEN' then 'WORKER' end
    from jobs j where j.onchain_job_id = e.onchain_job_id`,
  'delete from agent_wakeups',
  // What was declined before, of every fourth job.
  `insert into assignments (onchain_job_id, client_user_id, agent_id, owner_user_id, agent_address, key, state,
      offer_expires_at, end_cause, ended_at)
    select j, pg_temp.id_of(pg_temp.client_of(j)), pg_temp.id_of(w), pg_temp.id_of(pg_temp.owner_of(w)),
      pg_temp.address_of(1000000000 + w), pg_temp.address_of(2000000000 + w), 'DECLINED', now(), 'seed', now()
    from size, generate_series(4, n, 4) j, lateral (select pg_temp.worker_of(j + 11) as w) x`,
  // One in ten open jobs is offered or accepted.
  `insert into assignments (id, onchain_job_id, client_user_id, agent_id, owner_user_id, agent_address, key, state, attempt,
      offer_expires_at, acceptance_signature, accepted_at, work_by, deadline, ended_at)
    select pg_temp.id_of(j), j, pg_temp.id_of(pg_temp.client_of(j)), pg_temp.id_of(w), pg_temp.id_of(pg_temp.owner_of(w)),
      pg_temp.address_of(1000000000 + w), pg_temp.address_of(2000000000 + w),
      case s when 'OPEN' then case when j % 40 = 0 then 'OFFERED' else 'ACCEPTED' end when 'SETTLED' then 'PASSED' else s end,
      case when s = 'OPEN' then null else 1 end, now() + interval '1 day',
      case when s = 'OPEN' and j % 40 = 0 then null else '0x01' end, now(),
      case when s = 'OPEN' then null else ${later} end, case when s = 'OPEN' then null else ${later} end,
      case when s = 'SETTLED' then now() end
    from size, generate_series(1, n) j, lateral (select pg_temp.worker_of(j) as w, ${state} as s) x
    where s <> 'OPEN' or j % 40 in (0, 1)`,
  `insert into results (assignment_id, onchain_job_id, attempt, document, commitment, changes, summary, signature)
    select id, onchain_job_id, attempt, '{}', pg_temp.hash_of(onchain_job_id::bigint), '[]', 'Done.', '0x01'
    from assignments where state in ('SUBMITTED', 'PASSED')`,
  `insert into draws (onchain_job_id, attempt, kind, evidence, evidence_hash)
    select onchain_job_id, attempt, 'PANEL', '{}', pg_temp.hash_of(onchain_job_id::bigint)
    from assignments where state in ('SUBMITTED', 'PASSED')`,
  `insert into seats (onchain_job_id, attempt, seat, client_user_id, worker_user_id, agent_id, owner_user_id, agent_address,
      key, state, verify_by, verdict, evidence_hash, signature, answered_at)
    select a.onchain_job_id, 1, seat, a.client_user_id, a.owner_user_id, pg_temp.id_of(v),
      pg_temp.id_of(pg_temp.owner_of(v)), pg_temp.address_of(1000000000 + v), pg_temp.address_of(2000000000 + v),
      case a.state when 'PASSED' then 'RECORDED' else 'SEATED' end, ${later},
      case a.state when 'PASSED' then 'PASS' end, '0x01', '0x01', case a.state when 'PASSED' then now() end
    from assignments a, generate_series(0, 2) seat,
      lateral (select pg_temp.verifier_of(a.onchain_job_id::bigint, seat) as v) x
    where a.state in ('SUBMITTED', 'PASSED') and pg_temp.id_of(pg_temp.owner_of(v)) <> a.owner_user_id
    on conflict do nothing`,
  `insert into rejections (onchain_job_id, owner_user_id)
    select j, pg_temp.id_of(pg_temp.owner_of(j)) from size, generate_series(1, n, 10) j`,
  `insert into clone_tokens (holder_id, onchain_job_id, token_sealed, expires_at, revoked_at)
    select a.id, a.onchain_job_id, case a.state when 'ASSIGNED' then 'sealed' end, now() + interval '1 hour',
      case a.state when 'ASSIGNED' then null else now() end
    from assignments a join jobs j on j.onchain_job_id = a.onchain_job_id
    join funding_snapshots f on f.id = j.snapshot_id and (f.task_document->'repository'->>'private')::boolean
    where a.state in ('ASSIGNED', 'PASSED')`,
  `insert into publications (onchain_job_id, user_id, requested_by, result_commitment, repository_id, branch, state,
      head_commit, pull_request_url, check_run_url, published_at)
    select onchain_job_id, user_id, 'client', pg_temp.hash_of(1), 1, 'jobwright/' || onchain_job_id, 'PUBLISHED', 'c',
      'https://host.example/1', 'https://host.example/2', now()
    from jobs where state = 'SETTLED' and onchain_job_id % 2 = 0`,
]
