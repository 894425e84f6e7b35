ALTER TABLE "chain_cursor" ADD COLUMN "reconciled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chain_cursor" ADD COLUMN "differences" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "operator_calls" ADD COLUMN "waits_for" text;--> statement-breakpoint
ALTER TABLE "operator_calls" ADD COLUMN "waiting_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "operator_calls" ADD CONSTRAINT "operator_calls_waits" CHECK ("operator_calls"."waits_for" in ('balance', 'fee_ceiling', 'mining'));