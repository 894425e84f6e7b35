ALTER TABLE "operator_calls" DROP CONSTRAINT "operator_calls_waits";--> statement-breakpoint
ALTER TABLE "operator_calls" ADD CONSTRAINT "operator_calls_waits" CHECK ("operator_calls"."waits_for" in ('balance', 'fee_ceiling', 'mining', 'node'));--> statement-breakpoint
DELETE FROM "chain_logs" WHERE "event_name" = 'CallFailed';
