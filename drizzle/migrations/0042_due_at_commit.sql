-- What makes a job or an agent due is written when its transaction commits. Written at once, its row was locked before
-- rows that other transactions lock first, and the two waited for each other.
DROP TRIGGER jobs_due ON jobs;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER jobs_due AFTER UPDATE ON jobs DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN ((OLD.state, OLD.held, OLD.open_until, OLD.snapshot_id)
  IS DISTINCT FROM (NEW.state, NEW.held, NEW.open_until, NEW.snapshot_id))
  EXECUTE FUNCTION note_changed_job();
--> statement-breakpoint
DROP TRIGGER results_due ON results;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER results_due AFTER INSERT ON results DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION note_fact_of_job();
--> statement-breakpoint
DROP TRIGGER execution_retries_due ON execution_retries;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER execution_retries_due AFTER INSERT ON execution_retries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION note_fact_of_job();
--> statement-breakpoint
DROP TRIGGER chain_logs_due ON chain_logs;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER chain_logs_due AFTER INSERT OR DELETE ON chain_logs DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION note_fact_of_job();
--> statement-breakpoint
DROP TRIGGER chain_logs_applied_due ON chain_logs;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER chain_logs_applied_due AFTER UPDATE ON chain_logs DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN (NEW.onchain_job_id IS NOT NULL AND OLD.applied_at IS NULL AND NEW.applied_at IS NOT NULL)
  EXECUTE FUNCTION note_fact_of_job();
--> statement-breakpoint
DROP TRIGGER assignments_due ON assignments;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER assignments_due AFTER UPDATE ON assignments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN ((OLD.state, OLD.attempt, OLD.deadline, OLD.release_signature, OLD.offer_expires_at)
  IS DISTINCT FROM (NEW.state, NEW.attempt, NEW.deadline, NEW.release_signature, NEW.offer_expires_at))
  EXECUTE FUNCTION note_changed_assignment();
--> statement-breakpoint
DROP TRIGGER seats_drawn_due ON seats;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER seats_drawn_due AFTER INSERT ON seats DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION note_fact_of_job();
--> statement-breakpoint
DROP TRIGGER seats_due ON seats;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER seats_due AFTER UPDATE OR DELETE ON seats DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION note_changed_seat();
--> statement-breakpoint
DROP TRIGGER operator_calls_due ON operator_calls;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER operator_calls_due AFTER UPDATE ON operator_calls DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN (NEW.follow_up->>'queue' = 'advance-job' AND OLD.state IS DISTINCT FROM NEW.state)
  EXECUTE FUNCTION note_operator_call();
--> statement-breakpoint
DROP TRIGGER repository_accesses_new_due ON repository_accesses;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER repository_accesses_new_due AFTER INSERT ON repository_accesses DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION note_repository_access();
--> statement-breakpoint
DROP TRIGGER repository_accesses_due ON repository_accesses;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER repository_accesses_due AFTER UPDATE ON repository_accesses DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN ((OLD.language, OLD.removed_at IS NULL) IS DISTINCT FROM (NEW.language, NEW.removed_at IS NULL))
  EXECUTE FUNCTION note_repository_access();
--> statement-breakpoint
DROP TRIGGER agents_wake ON agents;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER agents_wake AFTER UPDATE ON agents DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN (NEW.state = 'ACTIVE' AND (OLD.state, OLD.max_concurrent_jobs, OLD.min_reward, OLD.min_silence_share_bps,
  OLD.repositories, OLD.languages, OLD.hours, OLD.authorised_key, OLD.qualified_at, OLD.resting_until)
  IS DISTINCT FROM (NEW.state, NEW.max_concurrent_jobs, NEW.min_reward, NEW.min_silence_share_bps,
  NEW.repositories, NEW.languages, NEW.hours, NEW.authorised_key, NEW.qualified_at, NEW.resting_until))
  EXECUTE FUNCTION note_changed_agent();
--> statement-breakpoint
DROP TRIGGER runtime_connections_new_wake ON runtime_connections;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER runtime_connections_new_wake AFTER INSERT ON runtime_connections DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION note_connection();
--> statement-breakpoint
DROP TRIGGER runtime_connections_wake ON runtime_connections;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER runtime_connections_wake AFTER UPDATE ON runtime_connections DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN ((OLD.key, OLD.isolation, OLD.disconnected_at) IS DISTINCT FROM (NEW.key, NEW.isolation, NEW.disconnected_at))
  EXECUTE FUNCTION note_connection();
--> statement-breakpoint
DROP TRIGGER runtime_heartbeats_new_wake ON runtime_heartbeats;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER runtime_heartbeats_new_wake AFTER INSERT ON runtime_heartbeats DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION note_heartbeat();
--> statement-breakpoint
DROP TRIGGER runtime_heartbeats_wake ON runtime_heartbeats;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER runtime_heartbeats_wake AFTER UPDATE ON runtime_heartbeats DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN (OLD.at < NEW.at - greatest(make_interval(secs => OLD.interval_ms * 0.0025), interval '6 seconds')
  OR OLD.state = 'draining' AND NEW.state <> 'draining' OR OLD.policy_version < NEW.policy_version)
  EXECUTE FUNCTION note_heartbeat();
