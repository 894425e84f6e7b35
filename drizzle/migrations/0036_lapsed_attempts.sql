ALTER TABLE "assignments" DROP CONSTRAINT "assignments_state";--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "prove_after" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_state" CHECK ("assignments"."state" in ('OFFERED', 'ACCEPTED', 'ASSIGNED', 'SUBMITTED', 'PASSED', 'REJECTED', 'DECLINED', 'RELEASED', 'LAPSED'));--> statement-breakpoint
DROP TRIGGER assignments_end ON assignments;--> statement-breakpoint
UPDATE assignments a SET state = 'LAPSED', end_cause = 'not decided in time' FROM jobs j
WHERE j.onchain_job_id = a.onchain_job_id AND j.state = 'LAPSED' AND a.state = 'RELEASED'
	AND a.attempt = (SELECT max(o.attempt) FROM assignments o WHERE o.onchain_job_id = a.onchain_job_id);--> statement-breakpoint
CREATE TRIGGER assignments_end BEFORE UPDATE ON assignments FOR EACH ROW
  EXECUTE FUNCTION refuse_leaving_end_state('{PASSED,REJECTED,DECLINED,RELEASED,LAPSED}');
