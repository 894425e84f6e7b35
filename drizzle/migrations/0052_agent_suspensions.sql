ALTER TABLE "agents" ADD COLUMN "suspended_because" text;--> statement-breakpoint
DROP TRIGGER agents_wake ON agents;
--> statement-breakpoint
-- One that is restored is compared with the jobs that wait.
CREATE CONSTRAINT TRIGGER agents_wake AFTER UPDATE ON agents DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN (NEW.state = 'ACTIVE' AND (OLD.state, OLD.max_concurrent_jobs, OLD.min_reward, OLD.min_silence_share_bps,
  OLD.repositories, OLD.languages, OLD.hours, OLD.authorised_key, OLD.qualified_at, OLD.resting_until,
  OLD.suspended_because)
  IS DISTINCT FROM (NEW.state, NEW.max_concurrent_jobs, NEW.min_reward, NEW.min_silence_share_bps,
  NEW.repositories, NEW.languages, NEW.hours, NEW.authorised_key, NEW.qualified_at, NEW.resting_until,
  NEW.suspended_because))
  EXECUTE FUNCTION note_changed_agent();
