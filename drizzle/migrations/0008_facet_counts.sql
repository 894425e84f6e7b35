CREATE TABLE "public_facet_counts" (
	"part" text NOT NULL,
	"part_name" text NOT NULL,
	"facet" text NOT NULL,
	"total" integer NOT NULL,
	"counts" jsonb NOT NULL,
	CONSTRAINT "public_facet_counts_part_part_name_facet_pk" PRIMARY KEY("part","part_name","facet")
);
--> statement-breakpoint
DROP INDEX "public_issues_owner";--> statement-breakpoint
ALTER TABLE "public_issues" ADD COLUMN "title_search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english', title)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "public_issues_owner_name" ON "public_issues" USING btree (lower("owner"),"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "public_issues_job" ON "public_issues" USING btree ("job_state","created_at","id") WHERE job_state is not null;--> statement-breakpoint
CREATE INDEX "public_issues_comments" ON "public_issues" USING btree ("comments");--> statement-breakpoint
CREATE INDEX "public_repositories_place" ON "public_repositories" USING btree (lower("full_name"));--> statement-breakpoint
ALTER INDEX "public_issues_search" SET (fastupdate = off);--> statement-breakpoint
ALTER INDEX "public_issues_labels" SET (fastupdate = off);
