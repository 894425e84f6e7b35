ALTER TABLE "agents" ADD COLUMN "qualification_lost_at" timestamp with time zone;
