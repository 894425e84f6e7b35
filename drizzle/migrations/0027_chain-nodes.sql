CREATE TABLE "wallet_marks" (
	"address" text PRIMARY KEY NOT NULL,
	"block_number" bigint NOT NULL,
	"balance" numeric(78, 0) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallet_outflows" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"wallet" text NOT NULL,
	"agent_id" uuid,
	"destination" text,
	"amount" numeric(78, 0) NOT NULL,
	"block_number" bigint NOT NULL,
	"transaction_hash" text,
	"log_index" integer,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chain_cursor" ADD COLUMN "node_problems" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "wallet_outflows" ADD CONSTRAINT "wallet_outflows_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_outflows_log" ON "wallet_outflows" USING btree ("transaction_hash","log_index");