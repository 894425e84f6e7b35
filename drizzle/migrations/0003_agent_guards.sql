CREATE TRIGGER withdrawals_end BEFORE UPDATE ON withdrawals FOR EACH ROW
  EXECUTE FUNCTION refuse_leaving_end_state('{CONFIRMED,FAILED}');
--> statement-breakpoint
CREATE TRIGGER operator_calls_end BEFORE UPDATE ON operator_calls FOR EACH ROW
  EXECUTE FUNCTION refuse_leaving_end_state('{CONFIRMED,FAILED}');
--> statement-breakpoint
CREATE TRIGGER assignments_end BEFORE UPDATE ON assignments FOR EACH ROW
  EXECUTE FUNCTION refuse_leaving_end_state('{PASSED,REJECTED,DECLINED,RELEASED}');
--> statement-breakpoint
CREATE TRIGGER runtime_credentials_end BEFORE UPDATE ON runtime_credentials FOR EACH ROW
  EXECUTE FUNCTION refuse_leaving_end_state('{REVOKED}');
--> statement-breakpoint
CREATE FUNCTION refuse_identity_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.user_id <> NEW.user_id OR OLD.role <> NEW.role
    OR (OLD.wallet_address IS NOT NULL AND OLD.wallet_address IS DISTINCT FROM NEW.wallet_address) THEN
    RAISE EXCEPTION 'owner, role and wallet of an agent never change' USING ERRCODE = 'JW004';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER agents_identity BEFORE UPDATE ON agents FOR EACH ROW EXECUTE FUNCTION refuse_identity_change();
