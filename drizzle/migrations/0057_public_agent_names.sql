ALTER TABLE "agents" ADD COLUMN "public_name" text;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_public_name" CHECK (length("agents"."public_name") between 1 and 40);