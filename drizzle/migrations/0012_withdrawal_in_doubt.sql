ALTER TABLE "withdrawals" DROP CONSTRAINT "withdrawals_state";--> statement-breakpoint
DROP INDEX "withdrawals_one_live";--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "search_from" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- No agent was paid before the first job.
SELECT set_config('jobwright.transaction', 'on', true);--> statement-breakpoint
UPDATE "withdrawals" SET "search_from" = coalesce((SELECT min("block_number") FROM "jobs"), 0) WHERE "ended_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_one_live" ON "withdrawals" USING btree ("agent_id") WHERE state in ('INTENT', 'SUBMITTED', 'IN_DOUBT');--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_state" CHECK ("withdrawals"."state" in ('INTENT', 'SUBMITTED', 'IN_DOUBT', 'CONFIRMED', 'FAILED'));--> statement-breakpoint
CREATE INDEX "chain_logs_deferred" ON "chain_logs" USING btree ("block_number") WHERE event_name in ('PaymentDeferred', 'Collected');
