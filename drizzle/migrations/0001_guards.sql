CREATE FUNCTION refuse_unmarked_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('jobwright.transaction', true), '') <> 'on' THEN
    RAISE EXCEPTION 'write to % outside a marked transaction', TG_TABLE_NAME USING ERRCODE = 'JW001';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME USING ERRCODE = 'JW002';
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_leaving_end_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = ANY (TG_ARGV[0]::text[]) AND NEW.state <> OLD.state THEN
    RAISE EXCEPTION '% of % is final', OLD.state, TG_TABLE_NAME USING ERRCODE = 'JW003';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER transactions_end BEFORE UPDATE ON transactions FOR EACH ROW
  EXECUTE FUNCTION refuse_leaving_end_state('{CONFIRMED,EXPIRED,CANCELLED,FAILED,MISMATCHED}');
--> statement-breakpoint
CREATE TRIGGER drafts_end BEFORE UPDATE ON drafts FOR EACH ROW EXECUTE FUNCTION refuse_leaving_end_state('{FUNDED}');
--> statement-breakpoint
CREATE TRIGGER jobs_end BEFORE UPDATE ON jobs FOR EACH ROW
  EXECUTE FUNCTION refuse_leaving_end_state('{SETTLED,CANCELLED,REFUNDED}');
