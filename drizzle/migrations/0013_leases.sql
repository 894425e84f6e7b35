CREATE TABLE "leases" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"token" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"backend" integer NOT NULL,
	"backend_started_at" timestamp with time zone NOT NULL
);
