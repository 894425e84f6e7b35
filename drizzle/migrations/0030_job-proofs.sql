CREATE TABLE "job_proofs" (
	"onchain_job_id" numeric(78, 0) PRIMARY KEY NOT NULL,
	"last_event_block" bigint NOT NULL,
	"last_event_log_index" integer NOT NULL,
	"transfers" jsonb NOT NULL,
	"read_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "is_proven" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "job_proofs" ADD CONSTRAINT "job_proofs_onchain_job_id_jobs_onchain_job_id_fk" FOREIGN KEY ("onchain_job_id") REFERENCES "public"."jobs"("onchain_job_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "jobs_unproven" ON "jobs" USING btree ("updated_at") WHERE state in ('SETTLED', 'REJECTED', 'REFUNDED', 'CANCELLED') and not is_proven;