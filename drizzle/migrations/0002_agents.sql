ALTER TABLE "jobs" ADD CONSTRAINT "jobs_of_user" UNIQUE("onchain_job_id","user_id");
--> statement-breakpoint
CREATE TABLE "agent_steps" (
	"agent_id" uuid NOT NULL,
	"step" text NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"idempotency_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"detail" text,
	"looked_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	CONSTRAINT "agent_steps_agent_id_step_pk" PRIMARY KEY("agent_id","step"),
	CONSTRAINT "agent_steps_idempotencyKey_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "agent_steps_state" CHECK ("agent_steps"."state" in ('PENDING', 'RUNNING', 'WAITING', 'DONE', 'FAILED'))
);
--> statement-breakpoint
CREATE TABLE "agents" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"state" text DEFAULT 'PROVISIONING' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"max_concurrent_jobs" integer DEFAULT 1 NOT NULL,
	"min_reward" numeric(78, 0) DEFAULT 0 NOT NULL,
	"provider_wallet_id" text,
	"wallet_address" text,
	"authorised_key" text,
	"qualified_at" timestamp with time zone,
	"last_offered_at" timestamp with time zone,
	"resting_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agents_providerWalletId_unique" UNIQUE("provider_wallet_id"),
	CONSTRAINT "agents_walletAddress_unique" UNIQUE("wallet_address"),
	CONSTRAINT "agents_authorisedKey_unique" UNIQUE("authorised_key"),
	CONSTRAINT "agents_owned" UNIQUE("id","user_id"),
	CONSTRAINT "agents_role" CHECK ("agents"."role" in ('worker', 'verifier')),
	CONSTRAINT "agents_state" CHECK ("agents"."state" in ('PROVISIONING', 'ACTIVE', 'PAUSED', 'SUSPENDED')),
	CONSTRAINT "agents_active_are_ready" CHECK ("agents"."state" <> 'ACTIVE' or ("agents"."wallet_address" is not null and "agents"."authorised_key" is not null and "agents"."qualified_at" is not null)),
	CONSTRAINT "agents_capacity" CHECK ("agents"."max_concurrent_jobs" between 1 and 8)
);
--> statement-breakpoint
CREATE TABLE "pairings" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"agent_id" uuid NOT NULL,
	"host" text NOT NULL,
	"port" integer,
	"base" text NOT NULL,
	"key" text NOT NULL,
	"token_sealed" text,
	"credential_id" uuid NOT NULL,
	"credential_sealed" text,
	"nonce" text NOT NULL,
	"runtime_nonce" text,
	"software" text,
	"isolation" text,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"detail" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "pairings_ended_hold_no_secret" CHECK ("pairings"."state" = 'PENDING' or ("pairings"."token_sealed" is null and "pairings"."credential_sealed" is null))
);
--> statement-breakpoint
CREATE TABLE "qualifications" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"agent_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"content" jsonb NOT NULL,
	"expected" text NOT NULL,
	"state" text DEFAULT 'OPEN' NOT NULL,
	"detail" text,
	"answer" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answer_by" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "runtime_connections" (
	"agent_id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"key" text NOT NULL,
	"software" text NOT NULL,
	"isolation" text NOT NULL,
	"paired_at" timestamp with time zone DEFAULT now() NOT NULL,
	"disconnected_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "runtime_credentials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agent_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"key" text NOT NULL,
	"secret_hash" "bytea",
	"scopes" jsonb NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"activated_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "runtime_credentials_epoch" UNIQUE("agent_id","epoch"),
	CONSTRAINT "runtime_credentials_usable_have_secret" CHECK ("runtime_credentials"."state" not in ('PENDING', 'LIVE') or "runtime_credentials"."secret_hash" is not null)
);
--> statement-breakpoint
CREATE TABLE "runtime_heartbeats" (
	"agent_id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text NOT NULL,
	"software" text NOT NULL,
	"interval_ms" integer NOT NULL,
	"running" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "runtime_keys" (
	"key" text PRIMARY KEY NOT NULL,
	"agent_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_calls" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"operator" text NOT NULL,
	"purpose" text NOT NULL,
	"subject" text NOT NULL,
	"contract" text NOT NULL,
	"action" text NOT NULL,
	"calldata" text NOT NULL,
	"calldata_hash" text NOT NULL,
	"follow_up" jsonb NOT NULL,
	"state" text DEFAULT 'INTENT' NOT NULL,
	"nonce" integer,
	"bump" integer DEFAULT 0 NOT NULL,
	"signed" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"transaction_hash" text,
	"block_number" bigint,
	"block_hash" text,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "operator_calls_state" CHECK ("operator_calls"."state" in ('INTENT', 'SENT', 'MINED', 'CONFIRMED', 'FAILED')),
	CONSTRAINT "operator_calls_mined" CHECK ("operator_calls"."state" not in ('MINED', 'CONFIRMED') or "operator_calls"."block_hash" is not null)
);
--> statement-breakpoint
CREATE TABLE "withdrawal_destinations" (
	"user_id" uuid NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"usable_at" timestamp with time zone NOT NULL,
	CONSTRAINT "withdrawal_destinations_user_id_address_pk" PRIMARY KEY("user_id","address")
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"agent_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	"destination" text NOT NULL,
	"state" text DEFAULT 'INTENT' NOT NULL,
	"reconciling" boolean DEFAULT false NOT NULL,
	"idempotency_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"provider_transaction_id" text,
	"provider_state" text,
	"transaction_hash" text,
	"block_number" bigint,
	"block_hash" text,
	"log_index" integer,
	"failure_code" text,
	"failure_detail" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"looked_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "withdrawals_idempotencyKey_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "withdrawals_providerTransactionId_unique" UNIQUE("provider_transaction_id"),
	CONSTRAINT "withdrawals_amount" CHECK ("withdrawals"."amount" > 0),
	CONSTRAINT "withdrawals_state" CHECK ("withdrawals"."state" in ('INTENT', 'SUBMITTED', 'CONFIRMED', 'FAILED')),
	CONSTRAINT "withdrawals_confirmed_by_chain" CHECK ("withdrawals"."state" <> 'CONFIRMED' or ("withdrawals"."transaction_hash" is not null and "withdrawals"."block_hash" is not null and "withdrawals"."log_index" is not null))
);
--> statement-breakpoint
CREATE TABLE "assignments" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"onchain_job_id" numeric(78, 0) NOT NULL,
	"client_user_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"owner_user_id" uuid NOT NULL,
	"agent_address" text NOT NULL,
	"key" text NOT NULL,
	"state" text DEFAULT 'OFFERED' NOT NULL,
	"attempt" integer,
	"offer_expires_at" timestamp with time zone NOT NULL,
	"acceptance_signature" text,
	"accepted_at" timestamp with time zone,
	"work_by" numeric(78, 0),
	"release_signature" text,
	"end_cause" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "assignments_not_own_job" CHECK ("assignments"."owner_user_id" <> "assignments"."client_user_id"),
	CONSTRAINT "assignments_accepted_are_signed" CHECK ("assignments"."state" not in ('ACCEPTED', 'ASSIGNED', 'SUBMITTED', 'PASSED') or "assignments"."acceptance_signature" is not null),
	CONSTRAINT "assignments_state" CHECK ("assignments"."state" in ('OFFERED', 'ACCEPTED', 'ASSIGNED', 'SUBMITTED', 'PASSED', 'REJECTED', 'DECLINED', 'RELEASED'))
);
--> statement-breakpoint
CREATE TABLE "draws" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"onchain_job_id" numeric(78, 0) NOT NULL,
	"attempt" integer NOT NULL,
	"kind" text NOT NULL,
	"evidence" jsonb NOT NULL,
	"evidence_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "executions" (
	"onchain_job_id" numeric(78, 0) PRIMARY KEY NOT NULL,
	"reason" text,
	"looked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rejections" (
	"onchain_job_id" numeric(78, 0) NOT NULL,
	"owner_user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rejections_onchain_job_id_owner_user_id_pk" PRIMARY KEY("onchain_job_id","owner_user_id")
);
--> statement-breakpoint
CREATE TABLE "results" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"assignment_id" uuid NOT NULL,
	"onchain_job_id" numeric(78, 0) NOT NULL,
	"attempt" integer NOT NULL,
	"document" jsonb NOT NULL,
	"commitment" text NOT NULL,
	"changes" jsonb NOT NULL,
	"summary" text NOT NULL,
	"signature" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "results_assignmentId_unique" UNIQUE("assignment_id"),
	CONSTRAINT "results_attempt" UNIQUE("onchain_job_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "seats" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"onchain_job_id" numeric(78, 0) NOT NULL,
	"attempt" integer NOT NULL,
	"seat" integer NOT NULL,
	"is_alternate" boolean DEFAULT false NOT NULL,
	"client_user_id" uuid NOT NULL,
	"worker_user_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"owner_user_id" uuid NOT NULL,
	"agent_address" text NOT NULL,
	"key" text NOT NULL,
	"state" text DEFAULT 'DRAWN' NOT NULL,
	"verify_by" numeric(78, 0),
	"taken_at" timestamp with time zone,
	"verdict" text,
	"evidence" jsonb,
	"evidence_hash" text,
	"signature" text,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seats_place" UNIQUE("onchain_job_id","attempt","seat","is_alternate"),
	CONSTRAINT "seats_owner" UNIQUE("onchain_job_id","attempt","owner_user_id"),
	CONSTRAINT "seats_independent" CHECK ("seats"."owner_user_id" <> "seats"."client_user_id" and "seats"."owner_user_id" <> "seats"."worker_user_id"),
	CONSTRAINT "seats_verdict_signed" CHECK ("seats"."verdict" is null or "seats"."verdict" not in ('PASS', 'FAIL') or "seats"."signature" is not null)
);
--> statement-breakpoint
ALTER TABLE "agent_steps" ADD CONSTRAINT "agent_steps_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "pairings" ADD CONSTRAINT "pairings_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "qualifications" ADD CONSTRAINT "qualifications_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "runtime_connections" ADD CONSTRAINT "runtime_connections_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "runtime_credentials" ADD CONSTRAINT "runtime_credentials_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "runtime_heartbeats" ADD CONSTRAINT "runtime_heartbeats_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "runtime_keys" ADD CONSTRAINT "runtime_keys_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "withdrawal_destinations" ADD CONSTRAINT "withdrawal_destinations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_agent_id_user_id_agents_id_user_id_fk" FOREIGN KEY ("agent_id","user_id") REFERENCES "public"."agents"("id","user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_onchain_job_id_client_user_id_jobs_onchain_job_id_user_id_fk" FOREIGN KEY ("onchain_job_id","client_user_id") REFERENCES "public"."jobs"("onchain_job_id","user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_agent_id_owner_user_id_agents_id_user_id_fk" FOREIGN KEY ("agent_id","owner_user_id") REFERENCES "public"."agents"("id","user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "executions" ADD CONSTRAINT "executions_onchain_job_id_jobs_onchain_job_id_fk" FOREIGN KEY ("onchain_job_id") REFERENCES "public"."jobs"("onchain_job_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "results" ADD CONSTRAINT "results_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "seats" ADD CONSTRAINT "seats_onchain_job_id_client_user_id_jobs_onchain_job_id_user_id_fk" FOREIGN KEY ("onchain_job_id","client_user_id") REFERENCES "public"."jobs"("onchain_job_id","user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "seats" ADD CONSTRAINT "seats_agent_id_owner_user_id_agents_id_user_id_fk" FOREIGN KEY ("agent_id","owner_user_id") REFERENCES "public"."agents"("id","user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "agent_steps_open" ON "agent_steps" USING btree ("looked_at") WHERE state not in ('DONE');
--> statement-breakpoint
CREATE INDEX "agents_user" ON "agents" USING btree ("user_id","id");
--> statement-breakpoint
CREATE INDEX "pairings_agent" ON "pairings" USING btree ("agent_id","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "pairings_one_pending" ON "pairings" USING btree ("agent_id") WHERE state = 'PENDING';
--> statement-breakpoint
CREATE INDEX "qualifications_agent" ON "qualifications" USING btree ("agent_id","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "qualifications_one_open" ON "qualifications" USING btree ("agent_id") WHERE state = 'OPEN';
--> statement-breakpoint
CREATE UNIQUE INDEX "runtime_credentials_one_live" ON "runtime_credentials" USING btree ("agent_id") WHERE state = 'LIVE';
--> statement-breakpoint
CREATE UNIQUE INDEX "runtime_credentials_one_next" ON "runtime_credentials" USING btree ("agent_id") WHERE state in ('OFFERED', 'PENDING');
--> statement-breakpoint
CREATE UNIQUE INDEX "operator_calls_once" ON "operator_calls" USING btree ("purpose","subject") WHERE state <> 'FAILED';
--> statement-breakpoint
CREATE UNIQUE INDEX "operator_calls_nonce" ON "operator_calls" USING btree ("operator","nonce") WHERE nonce is not null and state <> 'FAILED';
--> statement-breakpoint
CREATE UNIQUE INDEX "operator_calls_one_in_flight" ON "operator_calls" USING btree ("operator") WHERE state = 'SENT';
--> statement-breakpoint
CREATE INDEX "operator_calls_open" ON "operator_calls" USING btree ("operator","id") WHERE state in ('INTENT', 'SENT', 'MINED');
--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_one_live" ON "withdrawals" USING btree ("agent_id") WHERE state in ('INTENT', 'SUBMITTED');
--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_log" ON "withdrawals" USING btree ("transaction_hash","log_index") WHERE log_index is not null;
--> statement-breakpoint
CREATE INDEX "withdrawals_agent" ON "withdrawals" USING btree ("agent_id","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "assignments_one_live_per_job" ON "assignments" USING btree ("onchain_job_id") WHERE state in ('OFFERED', 'ACCEPTED', 'ASSIGNED', 'SUBMITTED');
--> statement-breakpoint
CREATE UNIQUE INDEX "assignments_attempt" ON "assignments" USING btree ("onchain_job_id","attempt") WHERE attempt is not null;
--> statement-breakpoint
CREATE INDEX "assignments_agent" ON "assignments" USING btree ("agent_id","id");
--> statement-breakpoint
CREATE INDEX "assignments_live" ON "assignments" USING btree ("agent_id") WHERE state in ('OFFERED', 'ACCEPTED', 'ASSIGNED', 'SUBMITTED');
--> statement-breakpoint
CREATE INDEX "draws_attempt" ON "draws" USING btree ("onchain_job_id","attempt");
--> statement-breakpoint
CREATE INDEX "seats_agent" ON "seats" USING btree ("agent_id","id");
--> statement-breakpoint
CREATE INDEX "chain_logs_agent" ON "chain_logs" USING btree ((args->>'agent')) WHERE args ? 'agent';
