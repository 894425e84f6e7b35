ALTER TABLE "drafts" ADD COLUMN "sealed_files" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "sealed_evidence" text DEFAULT 'outcome' NOT NULL;--> statement-breakpoint
ALTER TABLE "funding_snapshots" ADD COLUMN "sealed_files" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_sealed_evidence" CHECK ("drafts"."sealed_evidence" in ('outcome', 'full'));