CREATE TABLE "runtime_outages" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"agent_id" uuid NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "runtime_outages_began" UNIQUE("agent_id","began_at"),
	CONSTRAINT "runtime_outages_order" CHECK ("runtime_outages"."ended_at" > "runtime_outages"."began_at")
);
--> statement-breakpoint
CREATE TABLE "publications" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"onchain_job_id" numeric(78, 0) NOT NULL,
	"user_id" uuid NOT NULL,
	"requested_by" text NOT NULL,
	"result_commitment" text NOT NULL,
	"repository_id" bigint NOT NULL,
	"branch" text NOT NULL,
	"state" text DEFAULT 'REQUESTED' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"head_commit" text,
	"pull_request_number" integer,
	"pull_request_url" text,
	"check_run_url" text,
	"detail" text,
	"looked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp with time zone,
	CONSTRAINT "publications_onchainJobId_unique" UNIQUE("onchain_job_id"),
	CONSTRAINT "publications_state" CHECK ("publications"."state" in ('REQUESTED', 'PUBLISHED', 'FAILED')),
	CONSTRAINT "publications_published_are_complete" CHECK ("publications"."state" <> 'PUBLISHED' or ("publications"."head_commit" is not null and "publications"."pull_request_url" is not null and "publications"."check_run_url" is not null and "publications"."published_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "networks" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "disqualified_for" text;--> statement-breakpoint
ALTER TABLE "qualifications" ADD COLUMN "series" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "qualifications" ADD COLUMN "number" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "runtime_connections" ADD COLUMN "seen_from" text;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "acceptance_files" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "publication" text DEFAULT 'on_request' NOT NULL;--> statement-breakpoint
ALTER TABLE "seats" ADD COLUMN "contradiction" jsonb;--> statement-breakpoint
ALTER TABLE "runtime_outages" ADD CONSTRAINT "runtime_outages_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_onchain_job_id_user_id_jobs_onchain_job_id_user_id_fk" FOREIGN KEY ("onchain_job_id","user_id") REFERENCES "public"."jobs"("onchain_job_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "publications_open" ON "publications" USING btree ("looked_at") WHERE state = 'REQUESTED';--> statement-breakpoint
CREATE INDEX "qualifications_series" ON "qualifications" USING btree ("agent_id","series","number");--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_publication" CHECK ("drafts"."publication" in ('on_request', 'automatic'));--> statement-breakpoint
CREATE TRIGGER publications_end BEFORE UPDATE ON publications FOR EACH ROW
  EXECUTE FUNCTION refuse_leaving_end_state('{PUBLISHED}');
