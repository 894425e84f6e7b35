CREATE TABLE "drafts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"repository_access_id" uuid NOT NULL,
	"repository_full_name" text NOT NULL,
	"issue_number" integer NOT NULL,
	"issue" jsonb NOT NULL,
	"warnings" jsonb NOT NULL,
	"state" text DEFAULT 'DRAFT' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"title" text NOT NULL,
	"instructions" text NOT NULL,
	"acceptance_criteria" jsonb NOT NULL,
	"verification_commands" jsonb NOT NULL,
	"protected_paths" jsonb NOT NULL,
	"base_branch" text NOT NULL,
	"base_commit" text,
	"reward" numeric(78, 0) NOT NULL,
	"verifier_fee" numeric(78, 0) NOT NULL,
	"verifiers" integer NOT NULL,
	"quorum" integer NOT NULL,
	"max_attempts" integer NOT NULL,
	"open_seconds" integer NOT NULL,
	"work_seconds" integer NOT NULL,
	"verification_seconds" integer NOT NULL,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reviewed_at" timestamp with time zone,
	"snapshot_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drafts_owned" UNIQUE("user_id","id"),
	CONSTRAINT "drafts_state" CHECK ("drafts"."state" in ('DRAFT', 'READY', 'LOCKED', 'FUNDING', 'FUNDED')),
	CONSTRAINT "drafts_snapshot" CHECK ("drafts"."state" in ('DRAFT', 'READY') or "drafts"."snapshot_id" is not null),
	CONSTRAINT "drafts_amounts" CHECK ("drafts"."reward" > 0 and "drafts"."verifier_fee" >= 0)
);
--> statement-breakpoint
CREATE TABLE "funding_snapshots" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"draft_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"client_address" text NOT NULL,
	"ref" text NOT NULL,
	"task_document" jsonb NOT NULL,
	"policy_document" jsonb NOT NULL,
	"task_commitment" text NOT NULL,
	"policy_commitment" text NOT NULL,
	"reward" numeric(78, 0) NOT NULL,
	"verifier_fee" numeric(78, 0) NOT NULL,
	"verifiers" integer NOT NULL,
	"quorum" integer NOT NULL,
	"max_attempts" integer NOT NULL,
	"fund_by" numeric(78, 0) NOT NULL,
	"open_until" numeric(78, 0) NOT NULL,
	"work_window" numeric(78, 0) NOT NULL,
	"verification_window" numeric(78, 0) NOT NULL,
	"budget" numeric(78, 0) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "funding_snapshots_ref_unique" UNIQUE("ref"),
	CONSTRAINT "funding_snapshots_budget" CHECK ("funding_snapshots"."budget" = "funding_snapshots"."reward" + "funding_snapshots"."verifier_fee" * "funding_snapshots"."verifiers" * "funding_snapshots"."max_attempts")
);
--> statement-breakpoint
CREATE TABLE "chain_blocks" (
	"number" bigint PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"timestamp" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chain_cursor" (
	"chain_id" integer PRIMARY KEY NOT NULL,
	"genesis_hash" text NOT NULL,
	"escrow" text NOT NULL,
	"indexed_block" bigint NOT NULL,
	"applied_block" bigint NOT NULL,
	"halted_reason" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chain_logs" (
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"block_hash" text NOT NULL,
	"transaction_hash" text NOT NULL,
	"event_name" text NOT NULL,
	"onchain_job_id" numeric(78, 0),
	"args" jsonb NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp with time zone,
	CONSTRAINT "chain_logs_block_number_log_index_pk" PRIMARY KEY("block_number","log_index")
);
--> statement-breakpoint
CREATE TABLE "event_seals" (
	"sequence" bigint PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"sealed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_seals_eventId_unique" UNIQUE("event_id")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"from_state" text,
	"to_state" text,
	"evidence" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"onchain_job_id" numeric(78, 0) PRIMARY KEY NOT NULL,
	"chain_id" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"draft_id" uuid,
	"snapshot_id" uuid,
	"client_address" text NOT NULL,
	"ref" text NOT NULL,
	"state" text NOT NULL,
	"held" numeric(78, 0) NOT NULL,
	"budget" numeric(78, 0) NOT NULL,
	"open_until" numeric(78, 0) NOT NULL,
	"transaction_hash" text NOT NULL,
	"log_index" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text NOT NULL,
	"last_event_block" bigint NOT NULL,
	"last_event_log_index" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "jobs_snapshotId_unique" UNIQUE("snapshot_id"),
	CONSTRAINT "jobs_log" UNIQUE("chain_id","transaction_hash","log_index"),
	CONSTRAINT "jobs_client_ref" UNIQUE("client_address","ref"),
	CONSTRAINT "jobs_state" CHECK ("jobs"."state" in ('OPEN', 'ASSIGNED', 'SUBMITTED', 'SETTLED', 'REJECTED', 'EXPIRED', 'CANCELLED', 'REFUNDED')),
	CONSTRAINT "jobs_ended_hold_nothing" CHECK ("jobs"."state" not in ('SETTLED', 'CANCELLED', 'REFUNDED') or "jobs"."held" = 0),
	CONSTRAINT "jobs_held" CHECK ("jobs"."held" >= 0 and "jobs"."held" <= "jobs"."budget")
);
--> statement-breakpoint
CREATE TABLE "github_connections" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"github_user_id" bigint NOT NULL,
	"login" text NOT NULL,
	"access_token_sealed" text NOT NULL,
	"refresh_token_sealed" text,
	"access_token_expires_at" timestamp with time zone,
	"connected_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "github_connections_githubUserId_unique" UNIQUE("github_user_id")
);
--> statement-breakpoint
CREATE TABLE "github_install_states" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"state_hash" "bytea" NOT NULL,
	"session_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "github_install_states_stateHash_unique" UNIQUE("state_hash")
);
--> statement-breakpoint
CREATE TABLE "github_installations" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"installation_id" bigint NOT NULL,
	"account_login" text NOT NULL,
	"account_type" text NOT NULL,
	"repository_selection" text NOT NULL,
	"suspended_at" timestamp with time zone,
	"disconnected_at" timestamp with time zone,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "github_installations_person" UNIQUE("user_id","installation_id")
);
--> statement-breakpoint
CREATE TABLE "repository_accesses" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"installation_id" bigint NOT NULL,
	"repository_id" bigint NOT NULL,
	"full_name" text NOT NULL,
	"private" boolean NOT NULL,
	"archived" boolean NOT NULL,
	"default_branch" text NOT NULL,
	"language" text,
	"open_issues" integer NOT NULL,
	"can_pull" boolean NOT NULL,
	"can_push" boolean NOT NULL,
	"removed_at" timestamp with time zone,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "repository_accesses_person" UNIQUE("user_id","repository_id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"principal" text NOT NULL,
	"operation" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"locked_until" timestamp with time zone NOT NULL,
	"status" integer,
	"response_sealed" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_principal_operation_key_pk" PRIMARY KEY("principal","operation","key")
);
--> statement-breakpoint
CREATE TABLE "webhook_inbox" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"provider" text NOT NULL,
	"delivery_id" text NOT NULL,
	"event_type" text NOT NULL,
	"body" "bytea" NOT NULL,
	"body_sha256" "bytea" NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	CONSTRAINT "webhook_inbox_delivery" UNIQUE("provider","delivery_id"),
	CONSTRAINT "webhook_inbox_provider" CHECK ("webhook_inbox"."provider" in ('github', 'wallet'))
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"wallet_id" uuid,
	"purpose" text NOT NULL,
	"draft_id" uuid,
	"snapshot_id" uuid,
	"onchain_job_id" numeric(78, 0),
	"state" text DEFAULT 'INTENT' NOT NULL,
	"reconciling" boolean DEFAULT false NOT NULL,
	"idempotency_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"challenge_id" text,
	"challenge_expires_at" timestamp with time zone,
	"provider_transaction_id" text,
	"provider_reference_id" text,
	"provider_state" text,
	"user_operation_hash" text,
	"chain_id" integer NOT NULL,
	"transaction_hash" text,
	"block_number" bigint,
	"block_hash" text,
	"log_index" integer,
	"expected_contract" text,
	"expected_action" text NOT NULL,
	"expected_calldata" text,
	"expected_calldata_hash" text,
	"amount" numeric(78, 0),
	"failure_code" text,
	"failure_detail" text,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"looked_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "transactions_idempotencyKey_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "transactions_challengeId_unique" UNIQUE("challenge_id"),
	CONSTRAINT "transactions_providerTransactionId_unique" UNIQUE("provider_transaction_id"),
	CONSTRAINT "transactions_confirmed_by_chain" CHECK ("transactions"."state" <> 'CONFIRMED' or "transactions"."purpose" in ('WALLET_CREATION', 'OWNER_REGISTRATION') or ("transactions"."transaction_hash" is not null and "transactions"."block_hash" is not null and "transactions"."log_index" is not null))
);
--> statement-breakpoint
CREATE TABLE "pre_logins" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"device_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "pre_logins_secretHash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "provider_credentials" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"user_token_sealed" text NOT NULL,
	"encryption_key_sealed" text NOT NULL,
	"refresh_token_sealed" text NOT NULL,
	"device_id" text NOT NULL,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"signed_out" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_uses" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"user_id" uuid NOT NULL,
	"user_agent" text NOT NULL,
	"signed_in_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "sessions_secretHash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "user_capabilities" (
	"user_id" uuid NOT NULL,
	"capability" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_capabilities_user_id_capability_pk" PRIMARY KEY("user_id","capability"),
	CONSTRAINT "user_capabilities_known" CHECK ("user_capabilities"."capability" in ('client', 'agent_owner'))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"provider_user_id" text NOT NULL,
	"owner_id" text DEFAULT '0x' || encode(sha256(uuid_send(uuidv7())), 'hex') NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_providerUserId_unique" UNIQUE("provider_user_id"),
	CONSTRAINT "users_ownerId_unique" UNIQUE("owner_id")
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_wallet_id" text NOT NULL,
	"address" text NOT NULL,
	"blockchain" text NOT NULL,
	"chain_id" integer NOT NULL,
	"account_type" text NOT NULL,
	"sca_core" text,
	"owner_registered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"synced_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wallets_userId_unique" UNIQUE("user_id"),
	CONSTRAINT "wallets_providerWalletId_unique" UNIQUE("provider_wallet_id"),
	CONSTRAINT "wallets_address_unique" UNIQUE("address"),
	CONSTRAINT "wallets_are_smart_accounts" CHECK ("wallets"."account_type" = 'SCA'),
	CONSTRAINT "wallets_address_shape" CHECK ("wallets"."address" ~ '^0x[0-9a-f]{40}$')
);
--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_repository_access_id_repository_accesses_id_fk" FOREIGN KEY ("repository_access_id") REFERENCES "public"."repository_accesses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_snapshots" ADD CONSTRAINT "funding_snapshots_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_seals" ADD CONSTRAINT "event_seals_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_draft_id_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."drafts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_snapshot_id_funding_snapshots_id_fk" FOREIGN KEY ("snapshot_id") REFERENCES "public"."funding_snapshots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "github_connections" ADD CONSTRAINT "github_connections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "github_install_states" ADD CONSTRAINT "github_install_states_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "github_install_states" ADD CONSTRAINT "github_install_states_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "github_installations" ADD CONSTRAINT "github_installations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository_accesses" ADD CONSTRAINT "repository_accesses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_credentials" ADD CONSTRAINT "provider_credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_uses" ADD CONSTRAINT "session_uses_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_capabilities" ADD CONSTRAINT "user_capabilities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drafts_user" ON "drafts" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "drafts_one_open_per_issue" ON "drafts" USING btree ("user_id","repository_access_id","issue_number") WHERE "drafts"."state" <> 'FUNDED';--> statement-breakpoint
CREATE UNIQUE INDEX "drafts_one_payment_under_way" ON "drafts" USING btree ("user_id") WHERE "drafts"."state" in ('LOCKED', 'FUNDING');--> statement-breakpoint
CREATE INDEX "funding_snapshots_draft" ON "funding_snapshots" USING btree ("draft_id");--> statement-breakpoint
CREATE INDEX "chain_logs_job" ON "chain_logs" USING btree ("onchain_job_id");--> statement-breakpoint
CREATE INDEX "events_subject" ON "events" USING btree ("subject_type","subject_id","id");--> statement-breakpoint
CREATE INDEX "events_user" ON "events" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "jobs_user" ON "jobs" USING btree ("user_id","onchain_job_id");--> statement-breakpoint
CREATE INDEX "repository_accesses_repository" ON "repository_accesses" USING btree ("repository_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_inbox_waiting" ON "webhook_inbox" USING btree ("received_at") WHERE processed_at is null;--> statement-breakpoint
CREATE INDEX "transactions_user" ON "transactions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "transactions_draft" ON "transactions" USING btree ("draft_id");--> statement-breakpoint
CREATE INDEX "transactions_live" ON "transactions" USING btree ("updated_at") WHERE state in ('INTENT', 'CHALLENGE_ISSUED', 'SUBMITTED', 'BROADCAST', 'CONFIRMING');--> statement-breakpoint
CREATE INDEX "transactions_hash" ON "transactions" USING btree ("transaction_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_one_live_per_draft" ON "transactions" USING btree ("draft_id","purpose") WHERE state in ('INTENT', 'CHALLENGE_ISSUED', 'SUBMITTED', 'BROADCAST', 'CONFIRMING');--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_one_live_payment_per_wallet" ON "transactions" USING btree ("wallet_id") WHERE purpose in ('APPROVAL', 'FUNDING') and state in ('INTENT', 'CHALLENGE_ISSUED', 'SUBMITTED', 'BROADCAST', 'CONFIRMING');--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_one_live_action_per_job" ON "transactions" USING btree ("onchain_job_id") WHERE purpose in ('JOB_CANCEL', 'JOB_REFUND') and state in ('INTENT', 'CHALLENGE_ISSUED', 'SUBMITTED', 'BROADCAST', 'CONFIRMING');--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_one_live_wallet_creation" ON "transactions" USING btree ("user_id") WHERE purpose = 'WALLET_CREATION' and state in ('INTENT', 'CHALLENGE_ISSUED', 'SUBMITTED', 'BROADCAST', 'CONFIRMING');--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_one_live_registration" ON "transactions" USING btree ("wallet_id") WHERE purpose = 'OWNER_REGISTRATION' and state in ('INTENT', 'CHALLENGE_ISSUED', 'SUBMITTED', 'BROADCAST', 'CONFIRMING');--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_log" ON "transactions" USING btree ("chain_id","transaction_hash","log_index") WHERE log_index is not null;--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");