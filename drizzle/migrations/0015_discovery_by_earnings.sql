DROP INDEX "public_issue_labels_language";--> statement-breakpoint
DROP INDEX "public_issues_reward";--> statement-breakpoint
DROP INDEX "public_issues_language";--> statement-breakpoint
CREATE INDEX "public_issues_assigned" ON "public_issues" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE assignees > 0;--> statement-breakpoint
CREATE INDEX "public_issue_labels_language" ON "public_issue_labels" USING btree ("label",lower("language"),"created_at" DESC NULLS FIRST,"issue_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "public_issues_reward" ON "public_issues" USING btree ("reward" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE job_state = 'OPEN';--> statement-breakpoint
CREATE INDEX "public_issues_language" ON "public_issues" USING btree (lower("language"),"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);