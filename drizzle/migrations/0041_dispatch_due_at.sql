CREATE TABLE "agent_wakeups" (
	"agent_id" uuid PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "due_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "waits_for" text;--> statement-breakpoint
ALTER TABLE "agent_wakeups" ADD CONSTRAINT "agent_wakeups_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_wakeups_due" ON "agent_wakeups" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "executions_due" ON "executions" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "executions_waiting" ON "executions" USING btree ("waits_for","onchain_job_id") WHERE waits_for is not null;--> statement-breakpoint
ALTER TABLE "executions" ADD CONSTRAINT "executions_waits" CHECK ("executions"."waits_for" in ('WORKER', 'VERIFIERS'));--> statement-breakpoint
CREATE FUNCTION make_job_due(id numeric) RETURNS void LANGUAGE sql AS $$
  UPDATE executions SET due_at = least(due_at, now()) WHERE onchain_job_id = id
$$;
--> statement-breakpoint
-- A wake-up that is already planned for an earlier time stays.
CREATE FUNCTION wake_agent(agent uuid, due timestamptz) RETURNS void LANGUAGE sql AS $$
  INSERT INTO agent_wakeups AS w (agent_id, due_at) VALUES (agent, due)
  ON CONFLICT (agent_id) DO UPDATE SET due_at = least(w.due_at, excluded.due_at)
$$;
--> statement-breakpoint
CREATE FUNCTION note_new_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO executions (onchain_job_id) VALUES (NEW.onchain_job_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER jobs_due_at_first AFTER INSERT ON jobs FOR EACH ROW EXECUTE FUNCTION note_new_job();
--> statement-breakpoint
CREATE FUNCTION note_changed_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM make_job_due(NEW.onchain_job_id);
  IF NEW.state NOT IN ('OPEN', 'ASSIGNED', 'SUBMITTED') THEN
    PERFORM wake_agent(x.agent_id, now()) FROM assignments x
      WHERE x.onchain_job_id = NEW.onchain_job_id AND x.state IN ('OFFERED', 'ACCEPTED', 'ASSIGNED', 'SUBMITTED');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER jobs_due AFTER UPDATE ON jobs FOR EACH ROW
  WHEN ((OLD.state, OLD.held, OLD.open_until, OLD.snapshot_id)
    IS DISTINCT FROM (NEW.state, NEW.held, NEW.open_until, NEW.snapshot_id))
  EXECUTE FUNCTION note_changed_job();
--> statement-breakpoint
CREATE FUNCTION note_fact_of_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM make_job_due(CASE TG_OP WHEN 'DELETE' THEN OLD.onchain_job_id ELSE NEW.onchain_job_id END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER results_due AFTER INSERT ON results FOR EACH ROW EXECUTE FUNCTION note_fact_of_job();
--> statement-breakpoint
CREATE TRIGGER execution_retries_due AFTER INSERT ON execution_retries FOR EACH ROW EXECUTE FUNCTION note_fact_of_job();
--> statement-breakpoint
CREATE TRIGGER chain_logs_due AFTER INSERT OR DELETE ON chain_logs FOR EACH ROW EXECUTE FUNCTION note_fact_of_job();
--> statement-breakpoint
CREATE TRIGGER chain_logs_applied_due AFTER UPDATE ON chain_logs FOR EACH ROW
  WHEN (NEW.onchain_job_id IS NOT NULL AND OLD.applied_at IS NULL AND NEW.applied_at IS NOT NULL)
  EXECUTE FUNCTION note_fact_of_job();
--> statement-breakpoint
-- An offer binds its owner, so all of the owner's workers are free again when it is answered or over. Its insertion is
-- no news: who makes an offer also writes when its job is due next.
CREATE FUNCTION note_changed_assignment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM make_job_due(NEW.onchain_job_id);
  IF OLD.state = 'OFFERED' AND NEW.state <> 'OFFERED' THEN
    PERFORM wake_agent(a.id, greatest(now(), a.resting_until)) FROM agents a
      WHERE a.user_id = NEW.owner_user_id AND a.role = 'worker' AND a.state = 'ACTIVE' ORDER BY a.id;
  ELSIF NEW.state NOT IN ('OFFERED', 'ACCEPTED', 'ASSIGNED', 'SUBMITTED') AND NEW.state <> OLD.state THEN
    PERFORM wake_agent(NEW.agent_id, now());
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER assignments_due AFTER UPDATE ON assignments FOR EACH ROW
  WHEN ((OLD.state, OLD.attempt, OLD.deadline, OLD.release_signature, OLD.offer_expires_at)
    IS DISTINCT FROM (NEW.state, NEW.attempt, NEW.deadline, NEW.release_signature, NEW.offer_expires_at))
  EXECUTE FUNCTION note_changed_assignment();
--> statement-breakpoint
CREATE TRIGGER seats_drawn_due AFTER INSERT ON seats FOR EACH ROW EXECUTE FUNCTION note_fact_of_job();
--> statement-breakpoint
CREATE FUNCTION note_changed_seat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM make_job_due(OLD.onchain_job_id);
  IF OLD.state IN ('DRAWN', 'SEATED') AND (TG_OP = 'DELETE' OR NEW.state NOT IN ('DRAWN', 'SEATED')) THEN
    PERFORM wake_agent(OLD.agent_id, now());
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER seats_due AFTER UPDATE OR DELETE ON seats FOR EACH ROW EXECUTE FUNCTION note_changed_seat();
--> statement-breakpoint
CREATE FUNCTION note_operator_call() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM make_job_due((NEW.follow_up->'data'->>'onchainJobId')::numeric);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER operator_calls_due AFTER UPDATE ON operator_calls FOR EACH ROW
  WHEN (NEW.follow_up->>'queue' = 'advance-job' AND OLD.state IS DISTINCT FROM NEW.state)
  EXECUTE FUNCTION note_operator_call();
--> statement-breakpoint
CREATE FUNCTION note_repository_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM make_job_due(j.onchain_job_id) FROM jobs j JOIN funding_snapshots f ON f.id = j.snapshot_id
    WHERE j.user_id = NEW.user_id AND j.state = 'OPEN'
      AND f.task_document->'repository'->>'id' = NEW.repository_id::text;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER repository_accesses_new_due AFTER INSERT ON repository_accesses FOR EACH ROW
  EXECUTE FUNCTION note_repository_access();
--> statement-breakpoint
CREATE TRIGGER repository_accesses_due AFTER UPDATE ON repository_accesses FOR EACH ROW
  WHEN ((OLD.language, OLD.removed_at IS NULL) IS DISTINCT FROM (NEW.language, NEW.removed_at IS NULL))
  EXECUTE FUNCTION note_repository_access();
--> statement-breakpoint
CREATE FUNCTION note_changed_agent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM wake_agent(NEW.id, greatest(now(), NEW.resting_until));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER agents_wake AFTER UPDATE ON agents FOR EACH ROW
  WHEN (NEW.state = 'ACTIVE' AND (OLD.state, OLD.max_concurrent_jobs, OLD.min_reward, OLD.min_silence_share_bps,
      OLD.repositories, OLD.languages, OLD.hours, OLD.authorised_key, OLD.qualified_at, OLD.resting_until)
    IS DISTINCT FROM (NEW.state, NEW.max_concurrent_jobs, NEW.min_reward, NEW.min_silence_share_bps,
      NEW.repositories, NEW.languages, NEW.hours, NEW.authorised_key, NEW.qualified_at, NEW.resting_until))
  EXECUTE FUNCTION note_changed_agent();
--> statement-breakpoint
-- The jobs that the runtime has at hand may have to be taken from it.
CREATE FUNCTION note_connection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM wake_agent(NEW.agent_id, now());
  PERFORM make_job_due(x.onchain_job_id) FROM assignments x
    WHERE x.agent_id = NEW.agent_id AND x.state IN ('OFFERED', 'ACCEPTED', 'ASSIGNED', 'SUBMITTED');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER runtime_connections_new_wake AFTER INSERT ON runtime_connections FOR EACH ROW
  EXECUTE FUNCTION note_connection();
--> statement-breakpoint
CREATE TRIGGER runtime_connections_wake AFTER UPDATE ON runtime_connections FOR EACH ROW
  WHEN ((OLD.key, OLD.isolation, OLD.disconnected_at) IS DISTINCT FROM (NEW.key, NEW.isolation, NEW.disconnected_at))
  EXECUTE FUNCTION note_connection();
--> statement-breakpoint
CREATE FUNCTION note_heartbeat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM wake_agent(NEW.agent_id, now());
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER runtime_heartbeats_new_wake AFTER INSERT ON runtime_heartbeats FOR EACH ROW
  EXECUTE FUNCTION note_heartbeat();
--> statement-breakpoint
-- Only what can make a runtime available: it was stale, drained, or read only older policies.
CREATE TRIGGER runtime_heartbeats_wake AFTER UPDATE ON runtime_heartbeats FOR EACH ROW
  WHEN (OLD.at < NEW.at - greatest(make_interval(secs => OLD.interval_ms * 0.0025), interval '6 seconds')
    OR OLD.state = 'draining' AND NEW.state <> 'draining' OR OLD.policy_version < NEW.policy_version)
  EXECUTE FUNCTION note_heartbeat();
--> statement-breakpoint
INSERT INTO executions (onchain_job_id) SELECT onchain_job_id FROM jobs ON CONFLICT DO NOTHING;
--> statement-breakpoint
UPDATE executions e SET due_at = NULL FROM jobs j WHERE j.onchain_job_id = e.onchain_job_id
  AND j.state IN ('SETTLED', 'CANCELLED', 'REFUNDED', 'LAPSED');
