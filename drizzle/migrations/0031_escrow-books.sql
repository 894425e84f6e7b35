CREATE TABLE "escrow_books" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"through_block" bigint NOT NULL,
	"balance" numeric(78, 0) NOT NULL,
	"funded" numeric(78, 0) NOT NULL,
	"rewards" numeric(78, 0) NOT NULL,
	"fees" numeric(78, 0) NOT NULL,
	"returned" numeric(78, 0) NOT NULL,
	"deferred" numeric(78, 0) NOT NULL,
	"collected" numeric(78, 0) NOT NULL,
	"created" integer NOT NULL,
	"settled" integer NOT NULL,
	"rejected" integer NOT NULL,
	"cancelled" integer NOT NULL,
	"refunded" integer NOT NULL,
	"counted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "escrow_books_only" CHECK ("escrow_books"."only")
);
--> statement-breakpoint
CREATE TABLE "escrow_days" (
	"day" date PRIMARY KEY NOT NULL,
	"funded" numeric(78, 0) NOT NULL,
	"rewards" numeric(78, 0) NOT NULL,
	"fees" numeric(78, 0) NOT NULL,
	"returned" numeric(78, 0) NOT NULL,
	"deferred" numeric(78, 0) NOT NULL,
	"collected" numeric(78, 0) NOT NULL,
	"created" integer NOT NULL,
	"settled" integer NOT NULL,
	"rejected" integer NOT NULL,
	"cancelled" integer NOT NULL,
	"refunded" integer NOT NULL
);
