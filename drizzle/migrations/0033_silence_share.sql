ALTER TABLE "seats" DROP CONSTRAINT "seats_place";--> statement-breakpoint
ALTER TABLE "jobs" DROP CONSTRAINT "jobs_state";--> statement-breakpoint
ALTER TABLE "jobs" DROP CONSTRAINT "jobs_ended_hold_nothing";--> statement-breakpoint
DROP INDEX "jobs_ended";--> statement-breakpoint
DROP INDEX "jobs_unproven";--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "min_silence_share_bps" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "silence_share_bps" integer DEFAULT 5000 NOT NULL;--> statement-breakpoint
ALTER TABLE "funding_snapshots" ADD COLUMN "silence_share_bps" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "escrow_books" ADD COLUMN "lapsed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "escrow_days" ADD COLUMN "lapsed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "seats" ADD COLUMN "naming" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "jobs_ended" ON "jobs" USING btree ("updated_at") WHERE state in ('SETTLED', 'REJECTED', 'REFUNDED', 'CANCELLED', 'LAPSED');--> statement-breakpoint
CREATE INDEX "jobs_unproven" ON "jobs" USING btree ("updated_at") WHERE state in ('SETTLED', 'REJECTED', 'REFUNDED', 'CANCELLED', 'LAPSED') and not is_proven;--> statement-breakpoint
UPDATE "seats" SET "naming" = 2 WHERE "is_alternate";--> statement-breakpoint
ALTER TABLE "seats" DROP COLUMN "is_alternate";--> statement-breakpoint
ALTER TABLE "seats" ADD CONSTRAINT "seats_place" UNIQUE("onchain_job_id","attempt","seat","naming");--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_silence_share" CHECK ("drafts"."silence_share_bps" between 0 and 10000);--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_state" CHECK ("jobs"."state" in ('OPEN', 'ASSIGNED', 'SUBMITTED', 'SETTLED', 'REJECTED', 'EXPIRED', 'CANCELLED', 'REFUNDED', 'LAPSED'));--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_ended_hold_nothing" CHECK ("jobs"."state" not in ('SETTLED', 'CANCELLED', 'REFUNDED', 'LAPSED') or "jobs"."held" = 0);