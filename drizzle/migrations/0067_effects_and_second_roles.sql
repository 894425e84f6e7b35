ALTER TABLE "idempotency_keys" ADD COLUMN "effect_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "leases" ALTER COLUMN "backend_started_at" DROP NOT NULL;