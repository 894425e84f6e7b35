ALTER TABLE "public_issues" ADD COLUMN "open_until" numeric(78, 0);--> statement-breakpoint
CREATE INDEX "withdrawals_late" ON "withdrawals" USING btree ("looked_at") WHERE state = 'FAILED' and transaction_hash is not null;--> statement-breakpoint
SELECT set_config('jobwright.transaction', 'on', true);--> statement-breakpoint
UPDATE "public_issues" p SET "open_until" = j."open_until" FROM "jobs" j WHERE j."onchain_job_id" = p."onchain_job_id";--> statement-breakpoint
DROP TRIGGER withdrawals_end ON withdrawals;--> statement-breakpoint
CREATE TRIGGER withdrawals_end BEFORE UPDATE ON withdrawals FOR EACH ROW
  EXECUTE FUNCTION refuse_leaving_end_state('{CONFIRMED}');--> statement-breakpoint
CREATE TRIGGER withdrawals_unproven_end BEFORE UPDATE ON withdrawals FOR EACH ROW
  EXECUTE FUNCTION refuse_unproven_leaving();
