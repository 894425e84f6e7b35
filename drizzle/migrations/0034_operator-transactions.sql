CREATE TABLE "operator_transactions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"operator" text NOT NULL,
	"state" text DEFAULT 'SENT' NOT NULL,
	"nonce" integer NOT NULL,
	"bump" integer DEFAULT 0 NOT NULL,
	"signed" jsonb NOT NULL,
	"transaction_hash" text NOT NULL,
	"block_number" bigint,
	"block_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "operator_transactions_state" CHECK ("operator_transactions"."state" in ('SENT', 'MINED', 'CONFIRMED', 'DISPLACED')),
	CONSTRAINT "operator_transactions_signed" CHECK (jsonb_array_length("operator_transactions"."signed") > 0),
	CONSTRAINT "operator_transactions_mined" CHECK ("operator_transactions"."state" not in ('MINED', 'CONFIRMED') or ("operator_transactions"."block_number" is not null and "operator_transactions"."block_hash" is not null))
);
--> statement-breakpoint
ALTER TABLE "operator_calls" DROP CONSTRAINT "operator_calls_mined";--> statement-breakpoint
DROP INDEX "operator_calls_nonce";--> statement-breakpoint
DROP INDEX "operator_calls_one_in_flight";--> statement-breakpoint
ALTER TABLE "operator_calls" ADD COLUMN "transaction_id" uuid;--> statement-breakpoint
ALTER TABLE "operator_calls" ADD COLUMN "entry" integer;--> statement-breakpoint
ALTER TABLE "operator_calls" ADD COLUMN "tried_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "operator_transactions_nonce" ON "operator_transactions" USING btree ("operator","nonce") WHERE state <> 'DISPLACED';--> statement-breakpoint
CREATE INDEX "operator_transactions_open" ON "operator_transactions" USING btree ("operator","nonce") WHERE state in ('SENT', 'MINED');--> statement-breakpoint
ALTER TABLE "operator_calls" ADD CONSTRAINT "operator_calls_transaction_id_operator_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."operator_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "operator_calls_entry" ON "operator_calls" USING btree ("transaction_id","entry");--> statement-breakpoint
SELECT set_config('jobwright.transaction', 'on', true);--> statement-breakpoint
-- The first item of a legacy transaction's list; the second one of a typed one's, after the chain id.
CREATE FUNCTION pg_temp.nonce_of(raw text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  data bytea := decode(substr(raw, 3), 'hex');
  is_typed boolean := get_byte(data, 0) < 128;
  at integer := CASE WHEN is_typed THEN 1 ELSE 0 END;
  head integer := get_byte(data, at);
  value integer := 0;
BEGIN
  at := at + 1 + greatest(head - 247, 0);
  IF is_typed THEN at := at + 1 + greatest(get_byte(data, at) - 128, 0); END IF;
  head := get_byte(data, at);
  IF head < 128 THEN RETURN head; END IF;
  FOR i IN 1..head - 128 LOOP value := value * 256 + get_byte(data, at + i); END LOOP;
  RETURN value;
END $$;--> statement-breakpoint
-- Every call that was ever signed had a transaction of its own. An intent with bytes was waiting behind another transaction
-- of its key, and its bytes may still be mined; so it is in flight, unless its nonce went to another transaction.
INSERT INTO operator_transactions
  (id, operator, state, nonce, bump, signed, transaction_hash, block_number, block_hash, created_at, sent_at, ended_at)
SELECT id, operator,
  CASE WHEN row_number() OVER (PARTITION BY operator, nonce ORDER BY rank, id) = 1 THEN state ELSE 'DISPLACED' END,
  nonce, bump, signed, hash, block_number, block_hash, created_at, coalesce(sent_at, created_at), ended_at
FROM (
  SELECT c.id, c.operator, c.bump, c.signed, c.block_number, c.block_hash, c.created_at, c.sent_at, c.ended_at,
    newest.version ->> 'transactionHash' AS hash,
    coalesce(c.nonce, pg_temp.nonce_of(newest.version ->> 'raw')) AS nonce,
    CASE WHEN c.state = 'INTENT' THEN 'SENT' WHEN c.state <> 'FAILED' THEN c.state
      WHEN c.block_hash IS NULL THEN 'DISPLACED' ELSE 'CONFIRMED' END AS state,
    CASE WHEN c.state = 'FAILED' AND c.block_hash IS NULL THEN 9
      ELSE array_position('{CONFIRMED,MINED,FAILED,SENT,INTENT}'::text[], c.state) END AS rank
  FROM operator_calls c
  CROSS JOIN LATERAL (
    SELECT version FROM jsonb_array_elements(c.signed) WITH ORDINALITY AS versions(version, place)
    ORDER BY version ->> 'transactionHash' IS NOT DISTINCT FROM c.transaction_hash DESC, place DESC LIMIT 1
  ) newest
) signed_calls;--> statement-breakpoint
UPDATE operator_calls c SET transaction_id = t.id, entry = 0, state = CASE c.state WHEN 'INTENT' THEN 'SENT' ELSE c.state END
FROM operator_transactions t
WHERE t.id = c.id AND (t.state <> 'DISPLACED' OR c.state NOT IN ('INTENT', 'SENT'));--> statement-breakpoint
UPDATE operator_calls SET state = 'INTENT' WHERE state = 'SENT' AND transaction_id IS NULL;--> statement-breakpoint
UPDATE operator_calls SET tried_at = sent_at WHERE state IN ('INTENT', 'SENT');--> statement-breakpoint
ALTER TABLE "operator_calls" DROP COLUMN "nonce";--> statement-breakpoint
ALTER TABLE "operator_calls" DROP COLUMN "bump";--> statement-breakpoint
ALTER TABLE "operator_calls" DROP COLUMN "signed";--> statement-breakpoint
ALTER TABLE "operator_calls" DROP COLUMN "transaction_hash";--> statement-breakpoint
ALTER TABLE "operator_calls" DROP COLUMN "block_number";--> statement-breakpoint
ALTER TABLE "operator_calls" DROP COLUMN "block_hash";--> statement-breakpoint
ALTER TABLE "operator_calls" DROP COLUMN "sent_at";--> statement-breakpoint
ALTER TABLE "operator_calls" ADD CONSTRAINT "operator_calls_transaction" CHECK (("operator_calls"."transaction_id" is null) = ("operator_calls"."entry" is null)
        and ("operator_calls"."state" <> 'INTENT' or "operator_calls"."transaction_id" is null)
        and ("operator_calls"."state" in ('INTENT', 'FAILED') or "operator_calls"."transaction_id" is not null));--> statement-breakpoint
CREATE TRIGGER operator_transactions_end BEFORE UPDATE ON operator_transactions FOR EACH ROW
  EXECUTE FUNCTION refuse_leaving_end_state('{CONFIRMED,DISPLACED}');
--> statement-breakpoint
DROP FUNCTION pg_temp.nonce_of(text);
