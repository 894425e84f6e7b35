CREATE TABLE "finality_lags" (
	"hour" integer PRIMARY KEY NOT NULL,
	"begun_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seconds" integer NOT NULL
);
