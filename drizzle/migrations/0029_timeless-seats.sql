DROP INDEX "verifier_figures_seats";--> statement-breakpoint
ALTER TABLE "shadow_seats" ALTER COLUMN "id" SET DEFAULT gen_random_uuid();--> statement-breakpoint
ALTER TABLE "seats" ALTER COLUMN "id" SET DEFAULT gen_random_uuid();