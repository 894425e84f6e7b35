CREATE TABLE "clone_tokens" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"holder_id" uuid NOT NULL,
	"onchain_job_id" numeric(78, 0) NOT NULL,
	"token_sealed" text,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "clone_tokens_ended_hold_no_secret" CHECK ("clone_tokens"."revoked_at" is null or "clone_tokens"."token_sealed" is null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "clone_tokens_one_live" ON "clone_tokens" USING btree ("holder_id") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "clone_tokens_live" ON "clone_tokens" USING btree ("created_at") WHERE revoked_at is null;