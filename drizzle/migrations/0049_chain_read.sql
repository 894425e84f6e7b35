ALTER TABLE "chain_cursor" ADD COLUMN "read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chain_cursor" ADD COLUMN "step_failure" text;