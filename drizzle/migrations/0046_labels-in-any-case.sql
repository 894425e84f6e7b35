CREATE FUNCTION lower_all(words text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT coalesce(array_agg(DISTINCT lower(word)), '{}') FROM unnest(words) AS word);--> statement-breakpoint
DROP INDEX "public_issues_labels";--> statement-breakpoint
ALTER TABLE "public_issues" ADD COLUMN "label_keys" text[] GENERATED ALWAYS AS (lower_all(labels)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "public_issues_labels" ON "public_issues" USING gin ("label_keys");--> statement-breakpoint
CREATE OR REPLACE FUNCTION label_new_issues() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public_issue_labels (issue_id, label, language, created_at)
  SELECT id, label, language, created_at FROM written, unnest(label_keys) AS label;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION label_changed_issues() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM public_issue_labels l USING before b JOIN written w USING (id)
  WHERE l.issue_id = b.id
    AND (b.label_keys, b.language, b.created_at) IS DISTINCT FROM (w.label_keys, w.language, w.created_at);
  INSERT INTO public_issue_labels (issue_id, label, language, created_at)
  SELECT w.id, label, w.language, w.created_at FROM before b JOIN written w USING (id), unnest(w.label_keys) AS label
  WHERE (b.label_keys, b.language, b.created_at) IS DISTINCT FROM (w.label_keys, w.language, w.created_at);
  RETURN NULL;
END $$;--> statement-breakpoint
DELETE FROM public_issue_labels;--> statement-breakpoint
INSERT INTO public_issue_labels (issue_id, label, language, created_at)
SELECT id, label, language, created_at FROM public_issues, unnest(label_keys) AS label;--> statement-breakpoint
DELETE FROM public_facet_counts;
