CREATE TABLE "public_allowance" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"remaining" integer NOT NULL,
	"reset_at" timestamp with time zone NOT NULL,
	CONSTRAINT "public_allowance_only" CHECK ("public_allowance"."only")
);
--> statement-breakpoint
CREATE TABLE "public_issue_bodies" (
	"issue_id" bigint PRIMARY KEY NOT NULL,
	"body" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "public_issues" (
	"id" bigint PRIMARY KEY NOT NULL,
	"repository_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"labels" text[] NOT NULL,
	"owner" text NOT NULL,
	"language" text,
	"comments" integer NOT NULL,
	"assignees" integer NOT NULL,
	"author" text NOT NULL,
	"is_open" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"onchain_job_id" numeric(78, 0),
	"job_state" text,
	"reward" numeric(78, 0),
	"search" "tsvector" NOT NULL,
	CONSTRAINT "public_issues_place" UNIQUE("repository_id","number")
);
--> statement-breakpoint
CREATE TABLE "public_repositories" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"repository_id" bigint,
	"full_name" text NOT NULL,
	"owner" text NOT NULL,
	"language" text,
	"is_listed" boolean DEFAULT false NOT NULL,
	"is_indexed" boolean DEFAULT false NOT NULL,
	"repository_etag" text,
	"issues_etag" text,
	"issues_since" timestamp with time zone,
	"issues_page" integer DEFAULT 1 NOT NULL,
	"full_read_from" timestamp with time zone,
	"full_read_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"next_read_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "public_repositories_repositoryId_unique" UNIQUE("repository_id"),
	CONSTRAINT "public_repositories_name" UNIQUE("full_name"),
	CONSTRAINT "public_repositories_indexed_are_known" CHECK (not "public_repositories"."is_indexed" or "public_repositories"."repository_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "public_issue_bodies" ADD CONSTRAINT "public_issue_bodies_issue_id_public_issues_id_fk" FOREIGN KEY ("issue_id") REFERENCES "public"."public_issues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_issues" ADD CONSTRAINT "public_issues_repository_id_public_repositories_repository_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."public_repositories"("repository_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "public_issues_newest" ON "public_issues" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "public_issues_updated" ON "public_issues" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "public_issues_reward" ON "public_issues" USING btree ("reward" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE reward is not null;--> statement-breakpoint
CREATE INDEX "public_issues_repository" ON "public_issues" USING btree ("repository_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "public_issues_language" ON "public_issues" USING btree ("language","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "public_issues_owner" ON "public_issues" USING btree ("owner","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "public_issues_labels" ON "public_issues" USING gin ("labels");--> statement-breakpoint
CREATE INDEX "public_issues_search" ON "public_issues" USING gin ("search");--> statement-breakpoint
CREATE INDEX "public_repositories_due" ON "public_repositories" USING btree ("next_read_at");