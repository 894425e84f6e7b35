ALTER TABLE "assignments" ADD COLUMN "deadline" numeric(78, 0);--> statement-breakpoint
SELECT set_config('jobwright.transaction', 'on', true);--> statement-breakpoint
UPDATE "assignments" SET "deadline" = "work_by" WHERE "state" = 'ASSIGNED';
