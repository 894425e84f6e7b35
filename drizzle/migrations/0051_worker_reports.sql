CREATE TABLE "worker_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"report" jsonb NOT NULL,
	"heard_at" timestamp with time zone DEFAULT now() NOT NULL
);
