CREATE TABLE "token_transfers" (
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"transaction_hash" text NOT NULL,
	"from_address" text NOT NULL,
	"to_address" text NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	"mined_at" timestamp with time zone NOT NULL,
	CONSTRAINT "token_transfers_block_number_log_index_pk" PRIMARY KEY("block_number","log_index")
);
--> statement-breakpoint
CREATE TABLE "transfer_marks" (
	"address" text PRIMARY KEY NOT NULL,
	"from_block" bigint NOT NULL,
	"opening_balance" numeric(78, 0) NOT NULL,
	"through_block" bigint NOT NULL,
	"balance" numeric(78, 0) NOT NULL,
	CONSTRAINT "transfer_marks_blocks" CHECK ("transfer_marks"."from_block" <= "transfer_marks"."through_block"),
	CONSTRAINT "transfer_marks_balance" CHECK ("transfer_marks"."balance" >= 0 and "transfer_marks"."opening_balance" >= 0)
);
--> statement-breakpoint
CREATE INDEX "token_transfers_from" ON "token_transfers" USING btree ("from_address","block_number");--> statement-breakpoint
CREATE INDEX "token_transfers_to" ON "token_transfers" USING btree ("to_address","block_number");