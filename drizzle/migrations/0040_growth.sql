CREATE TABLE "unsealed_events" (
	"event_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
DROP INDEX "clone_tokens_live";--> statement-breakpoint
ALTER TABLE "webhook_inbox" ADD COLUMN "account" text;--> statement-breakpoint
ALTER TABLE "unsealed_events" ADD CONSTRAINT "unsealed_events_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agents_verifying" ON "agents" USING btree ("user_id","id") WHERE role = 'verifier' and state = 'ACTIVE';--> statement-breakpoint
CREATE INDEX "agents_qualified" ON "agents" USING btree ("qualified_at") WHERE state in ('ACTIVE', 'PAUSED');--> statement-breakpoint
CREATE INDEX "agents_disqualified" ON "agents" USING btree ("id") WHERE disqualified_for is not null;--> statement-breakpoint
CREATE INDEX "runtime_credentials_expiring" ON "runtime_credentials" USING btree ("expires_at") WHERE state = 'LIVE';--> statement-breakpoint
CREATE INDEX "chain_logs_unapplied" ON "chain_logs" USING btree ("block_number","log_index") WHERE applied_at is null;--> statement-breakpoint
CREATE INDEX "chain_logs_created" ON "chain_logs" USING btree ("block_number") WHERE event_name = 'JobCreated';--> statement-breakpoint
CREATE INDEX "operator_calls_subject" ON "operator_calls" USING btree ("purpose","subject","id");--> statement-breakpoint
CREATE INDEX "probes_live" ON "probes" USING btree ("id") WHERE state in ('WAITING', 'ASKED');--> statement-breakpoint
CREATE INDEX "transactions_unproven" ON "transactions" USING btree ("purpose","id") WHERE state in ('EXPIRED', 'CANCELLED', 'FAILED');--> statement-breakpoint
CREATE INDEX "assignments_job" ON "assignments" USING btree ("onchain_job_id","id");--> statement-breakpoint
CREATE INDEX "assignments_offered" ON "assignments" USING btree ("owner_user_id") WHERE state = 'OFFERED';--> statement-breakpoint
CREATE INDEX "assignments_working" ON "assignments" USING btree ("id") WHERE state = 'ASSIGNED' and release_signature is null;--> statement-breakpoint
CREATE INDEX "seats_open" ON "seats" USING btree ("agent_id") WHERE state in ('DRAWN', 'SEATED');--> statement-breakpoint
CREATE INDEX "seats_open_of_owner" ON "seats" USING btree ("owner_user_id") WHERE state in ('DRAWN', 'SEATED');--> statement-breakpoint
CREATE INDEX "seats_judging" ON "seats" USING btree ("id") WHERE state = 'SEATED';--> statement-breakpoint
CREATE INDEX "clone_tokens_live" ON "clone_tokens" USING btree ("id") WHERE revoked_at is null;--> statement-breakpoint
CREATE FUNCTION note_unsealed_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unsealed_events (event_id) SELECT id FROM made;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION forget_sealed_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM unsealed_events u USING made m WHERE u.event_id = m.event_id;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Whatever is written or sealed meanwhile is counted once.
LOCK TABLE events, event_seals IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
INSERT INTO unsealed_events (event_id)
  SELECT e.id FROM events e LEFT JOIN event_seals s ON s.event_id = e.id WHERE s.event_id IS NULL;--> statement-breakpoint
CREATE TRIGGER events_unsealed AFTER INSERT ON events REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION note_unsealed_events();--> statement-breakpoint
CREATE TRIGGER event_seals_made AFTER INSERT ON event_seals REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION forget_sealed_events();
