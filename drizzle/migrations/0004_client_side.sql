CREATE TABLE "github_install_requests" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sweep_cursors" (
	"name" text PRIMARY KEY NOT NULL,
	"position" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "execution_retries" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"onchain_job_id" numeric(78, 0) NOT NULL,
	"attempt" integer NOT NULL,
	"number" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "execution_retries_attempt" UNIQUE("onchain_job_id","attempt"),
	CONSTRAINT "execution_retries_number" UNIQUE("onchain_job_id","number"),
	CONSTRAINT "execution_retries_bound" CHECK ("execution_retries"."number" between 1 and 3)
);
--> statement-breakpoint
DROP INDEX "webhook_inbox_waiting";--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "repositories" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "languages" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "hours" jsonb;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "previous_issue" jsonb;--> statement-breakpoint
ALTER TABLE "github_connections" ADD COLUMN "refused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook_inbox" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook_inbox" ADD COLUMN "dead_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "github_install_requests" ADD CONSTRAINT "github_install_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "execution_retries" ADD CONSTRAINT "execution_retries_onchain_job_id_jobs_onchain_job_id_fk" FOREIGN KEY ("onchain_job_id") REFERENCES "public"."jobs"("onchain_job_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "execution_retries" ADD CONSTRAINT "execution_retries_onchain_job_id_user_id_jobs_onchain_job_id_user_id_fk" FOREIGN KEY ("onchain_job_id","user_id") REFERENCES "public"."jobs"("onchain_job_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "github_install_requests_open" ON "github_install_requests" USING btree ("user_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "webhook_inbox_dead" ON "webhook_inbox" USING btree ("dead_at") WHERE processed_at is null and dead_at is not null;--> statement-breakpoint
CREATE INDEX "webhook_inbox_waiting" ON "webhook_inbox" USING btree ("received_at") WHERE processed_at is null and dead_at is null;