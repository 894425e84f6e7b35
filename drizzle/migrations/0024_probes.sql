CREATE TABLE "probes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"draft_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"draft_version" integer NOT NULL,
	"digest" text NOT NULL,
	"base_commit" text NOT NULL,
	"likely_paths" jsonb NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"agent_id" uuid,
	"owner_user_id" uuid,
	"passed_over" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"asked_at" timestamp with time zone,
	"taken_at" timestamp with time zone,
	"until" timestamp with time zone NOT NULL,
	"report" jsonb,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "probes_state" CHECK ("probes"."state" in ('WAITING', 'ASKED', 'ANSWERED', 'NOBODY_FREE', 'ENDED')),
	CONSTRAINT "probes_independent" CHECK ("probes"."owner_user_id" is null or "probes"."owner_user_id" <> "probes"."user_id"),
	CONSTRAINT "probes_asked_have_agent" CHECK ("probes"."state" not in ('ASKED', 'ANSWERED') or "probes"."agent_id" is not null),
	CONSTRAINT "probes_answered_have_report" CHECK (("probes"."state" = 'ANSWERED') = ("probes"."report" is not null))
);
--> statement-breakpoint
ALTER TABLE "clone_tokens" ALTER COLUMN "onchain_job_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "runtime_heartbeats" ADD COLUMN "probes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "probes" ADD CONSTRAINT "probes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "probes" ADD CONSTRAINT "probes_agent_id_owner_user_id_agents_id_user_id_fk" FOREIGN KEY ("agent_id","owner_user_id") REFERENCES "public"."agents"("id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "probes_one_live_per_draft" ON "probes" USING btree ("draft_id") WHERE state in ('WAITING', 'ASKED');--> statement-breakpoint
CREATE UNIQUE INDEX "probes_one_per_agent" ON "probes" USING btree ("agent_id") WHERE state = 'ASKED';--> statement-breakpoint
CREATE INDEX "probes_draft" ON "probes" USING btree ("draft_id","id");--> statement-breakpoint
CREATE INDEX "probes_user" ON "probes" USING btree ("user_id","created_at");