CREATE TABLE "web_presence" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"away_from" timestamp with time zone,
	"away_until" timestamp with time zone,
	CONSTRAINT "web_presence_one" CHECK ("web_presence"."one"),
	CONSTRAINT "web_presence_away" CHECK (("web_presence"."away_from" < "web_presence"."away_until") is not false)
);
