CREATE TABLE "wallet_webhook_keys" (
	"key_id" text PRIMARY KEY NOT NULL,
	"public_key" "bytea" NOT NULL,
	"confirmed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spent_provider_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "spent_provider_tokens_age" ON "spent_provider_tokens" USING btree ("created_at");
--> statement-breakpoint
ALTER TABLE "github_install_states" ADD COLUMN "verifier_sealed" text;
--> statement-breakpoint
SELECT set_config('jobwright.transaction', 'on', true);
--> statement-breakpoint
DROP TRIGGER IF EXISTS refuse_change ON runtime_keys;
--> statement-breakpoint
DELETE FROM runtime_keys k WHERE NOT EXISTS (
  SELECT 1 FROM pairings p WHERE p.key = k.key AND p.agent_id = k.agent_id AND p.state = 'CLAIMED'
);
