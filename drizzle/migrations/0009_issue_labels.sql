CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "public_issue_labels" (
	"issue_id" bigint NOT NULL,
	"label" text NOT NULL,
	"language" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "public_issue_labels_issue_id_label_pk" PRIMARY KEY("issue_id","label")
);
--> statement-breakpoint
ALTER TABLE "public_issue_labels" ADD CONSTRAINT "public_issue_labels_issue_id_public_issues_id_fk" FOREIGN KEY ("issue_id") REFERENCES "public"."public_issues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "public_issue_labels_newest" ON "public_issue_labels" USING btree ("label","created_at" DESC NULLS FIRST,"issue_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "public_issue_labels_language" ON "public_issue_labels" USING btree ("label","language","created_at" DESC NULLS FIRST,"issue_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "public_issues_titles" ON "public_issues" USING gin ("title_search") WITH (fastupdate = off);--> statement-breakpoint
CREATE INDEX "public_issues_alike" ON "public_issues" USING gin ("title" gin_trgm_ops) WITH (fastupdate = off);--> statement-breakpoint
INSERT INTO public_issue_labels (issue_id, label, language, created_at)
SELECT DISTINCT id, label, language, created_at FROM public_issues, unnest(labels) AS label;
--> statement-breakpoint
CREATE FUNCTION label_new_issues() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public_issue_labels (issue_id, label, language, created_at)
  SELECT DISTINCT id, label, language, created_at FROM written, unnest(labels) AS label;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION label_changed_issues() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM public_issue_labels l USING before b JOIN written w USING (id)
  WHERE l.issue_id = b.id AND (b.labels, b.language, b.created_at) IS DISTINCT FROM (w.labels, w.language, w.created_at);
  INSERT INTO public_issue_labels (issue_id, label, language, created_at)
  SELECT DISTINCT w.id, label, w.language, w.created_at FROM before b JOIN written w USING (id), unnest(w.labels) AS label
  WHERE (b.labels, b.language, b.created_at) IS DISTINCT FROM (w.labels, w.language, w.created_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER label_new_issues AFTER INSERT ON public_issues
REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION label_new_issues();
--> statement-breakpoint
CREATE TRIGGER label_changed_issues AFTER UPDATE ON public_issues
REFERENCING OLD TABLE AS before NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION label_changed_issues();
