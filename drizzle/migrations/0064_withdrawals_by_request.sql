ALTER TABLE "withdrawals" ADD COLUMN "request_key" text;--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_request" ON "withdrawals" USING btree ("user_id","request_key");--> statement-breakpoint
-- LAPSED is an end as the others are.
DROP TRIGGER jobs_end ON jobs;--> statement-breakpoint
CREATE TRIGGER jobs_end BEFORE UPDATE ON jobs FOR EACH ROW
  EXECUTE FUNCTION refuse_leaving_end_state('{SETTLED,CANCELLED,REFUNDED,LAPSED}');
