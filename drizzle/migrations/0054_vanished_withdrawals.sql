-- A confirmed withdrawal whose transfer the chain took back may be ended as failed.
DROP TRIGGER withdrawals_end ON withdrawals;--> statement-breakpoint
CREATE TRIGGER withdrawals_end BEFORE UPDATE ON withdrawals FOR EACH ROW
  WHEN (NOT (OLD.reconciling AND OLD.failure_code IS NOT DISTINCT FROM 'transaction_vanished' AND NEW.state = 'FAILED'))
  EXECUTE FUNCTION refuse_leaving_end_state('{CONFIRMED}');
