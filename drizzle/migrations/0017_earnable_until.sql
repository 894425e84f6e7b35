ALTER TABLE "public_issues" ADD COLUMN "open_until" numeric(78, 0);--> statement-breakpoint
SELECT set_config('jobwright.transaction', 'on', true);--> statement-breakpoint
UPDATE "public_issues" p SET "open_until" = j."open_until" FROM "jobs" j WHERE j."onchain_job_id" = p."onchain_job_id";
