ALTER TABLE "drafts" ADD COLUMN "default_protection" jsonb;--> statement-breakpoint
-- Reviewed before there was a default that protects the tests: reviewed again before anything of them is funded.
SELECT set_config('jobwright.transaction', 'on', true);--> statement-breakpoint
UPDATE "drafts" SET "state" = 'DRAFT', "findings" = '[]', "reviewed_at" = NULL, "version" = "version" + 1 WHERE "state" = 'READY';
