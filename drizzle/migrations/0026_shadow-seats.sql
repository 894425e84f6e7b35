CREATE TABLE "shadow_seats" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"onchain_job_id" numeric(78, 0) NOT NULL,
	"attempt" integer NOT NULL,
	"client_user_id" uuid NOT NULL,
	"worker_user_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"owner_user_id" uuid NOT NULL,
	"agent_address" text NOT NULL,
	"key" text NOT NULL,
	"expected" text NOT NULL,
	"result" jsonb,
	"state" text DEFAULT 'OPEN' NOT NULL,
	"verify_by" numeric(78, 0) NOT NULL,
	"taken_at" timestamp with time zone,
	"verdict" text,
	"evidence_hash" text,
	"outcome" text,
	"answered_at" timestamp with time zone,
	"counted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "shadow_seats_owner" UNIQUE("onchain_job_id","owner_user_id"),
	CONSTRAINT "shadow_seats_independent" CHECK ("shadow_seats"."owner_user_id" <> "shadow_seats"."client_user_id" and "shadow_seats"."owner_user_id" <> "shadow_seats"."worker_user_id"),
	CONSTRAINT "shadow_seats_kind" CHECK ("shadow_seats"."kind" in ('RECORD', 'BASE')),
	CONSTRAINT "shadow_seats_base_has_result" CHECK (("shadow_seats"."kind" = 'BASE') = ("shadow_seats"."result" is not null)),
	CONSTRAINT "shadow_seats_expected" CHECK ("shadow_seats"."expected" in ('PASS', 'FAIL')),
	CONSTRAINT "shadow_seats_state" CHECK ("shadow_seats"."state" in ('OPEN', 'ANSWERED', 'SILENT', 'DISMISSED')),
	CONSTRAINT "shadow_seats_outcome" CHECK (("shadow_seats"."state" in ('ANSWERED', 'SILENT')) = ("shadow_seats"."outcome" is not null)
        and ("shadow_seats"."outcome" is null or "shadow_seats"."outcome" in ('AGREED', 'MISSED', 'APART'))),
	CONSTRAINT "shadow_seats_answered" CHECK (("shadow_seats"."state" = 'ANSWERED') = ("shadow_seats"."verdict" is not null))
);
--> statement-breakpoint
CREATE TABLE "pool_figures" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"figures" jsonb NOT NULL,
	"counted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pool_figures_only" CHECK ("pool_figures"."only")
);
--> statement-breakpoint
CREATE TABLE "verifier_figures" (
	"agent_id" uuid PRIMARY KEY NOT NULL,
	"seats" integer NOT NULL,
	"votes" integer NOT NULL,
	"decided" integer NOT NULL,
	"agreed" integer NOT NULL,
	"silent" integer NOT NULL,
	"undecided" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shadow_seats" ADD CONSTRAINT "shadow_seats_onchain_job_id_client_user_id_jobs_onchain_job_id_user_id_fk" FOREIGN KEY ("onchain_job_id","client_user_id") REFERENCES "public"."jobs"("onchain_job_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shadow_seats" ADD CONSTRAINT "shadow_seats_agent_id_owner_user_id_agents_id_user_id_fk" FOREIGN KEY ("agent_id","owner_user_id") REFERENCES "public"."agents"("id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verifier_figures" ADD CONSTRAINT "verifier_figures_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shadow_seats_one_open" ON "shadow_seats" USING btree ("agent_id") WHERE state = 'OPEN';--> statement-breakpoint
CREATE INDEX "shadow_seats_agent" ON "shadow_seats" USING btree ("agent_id","created_at");--> statement-breakpoint
CREATE INDEX "shadow_seats_created" ON "shadow_seats" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "shadow_seats_missed" ON "shadow_seats" USING btree ("agent_id","answered_at") WHERE outcome = 'MISSED';--> statement-breakpoint
CREATE INDEX "verifier_figures_seats" ON "verifier_figures" USING btree ("seats","agent_id");--> statement-breakpoint
CREATE INDEX "jobs_ended" ON "jobs" USING btree ("updated_at") WHERE state in ('SETTLED', 'REJECTED', 'REFUNDED', 'CANCELLED');--> statement-breakpoint
CREATE INDEX "seats_created" ON "seats" USING btree ("created_at");