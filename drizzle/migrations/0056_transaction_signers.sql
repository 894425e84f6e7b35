DROP INDEX "operator_transactions_nonce";--> statement-breakpoint
ALTER TABLE "operator_transactions" ADD COLUMN "signer" text;--> statement-breakpoint
CREATE UNIQUE INDEX "operator_transactions_nonce" ON "operator_transactions" USING btree ("signer","nonce") WHERE state <> 'DISPLACED';