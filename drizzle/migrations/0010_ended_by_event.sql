-- Custom SQL migration: an end that the chain did not decide gives way to the chain's own event, and to nothing else.
CREATE FUNCTION refuse_unproven_leaving() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = ANY ('{EXPIRED,CANCELLED,FAILED}'::text[])
    AND NEW.state <> OLD.state
    AND NOT (NEW.state = 'CONFIRMED' AND NEW.block_hash IS NOT NULL AND NEW.log_index IS NOT NULL) THEN
    RAISE EXCEPTION '% of % is final', OLD.state, TG_TABLE_NAME USING ERRCODE = 'JW003';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
DROP TRIGGER transactions_end ON transactions;
--> statement-breakpoint
CREATE TRIGGER transactions_end BEFORE UPDATE ON transactions FOR EACH ROW
  EXECUTE FUNCTION refuse_leaving_end_state('{CONFIRMED,MISMATCHED}');
--> statement-breakpoint
CREATE TRIGGER transactions_unproven_end BEFORE UPDATE ON transactions FOR EACH ROW
  EXECUTE FUNCTION refuse_unproven_leaving();
