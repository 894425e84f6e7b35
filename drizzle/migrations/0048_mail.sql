CREATE TABLE "mail_addresses" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"confirmed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_confirmations" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"address" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "mail_confirmations_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "mail_confirmations_address_form" CHECK (length("mail_confirmations"."address") between 3 and 254)
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"event_id" uuid,
	"confirmation_id" uuid,
	"address" text NOT NULL,
	"batch_id" uuid,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"attempted_at" timestamp with time zone,
	"fault" text,
	"answer" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mails_once" UNIQUE("event_id"),
	CONSTRAINT "mails_what" CHECK ((event_id is null) <> (confirmation_id is null)),
	CONSTRAINT "mails_state" CHECK (state in ('PENDING', 'SENT', 'FAILED')),
	CONSTRAINT "mails_fault" CHECK (fault in ('REFUSED', 'UNREACHABLE', 'EXPIRED', 'TURNED_OFF')),
	CONSTRAINT "mails_next" CHECK ((state = 'PENDING') = (next_attempt_at is not null))
);
--> statement-breakpoint
CREATE TABLE "notification_choices" (
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"inbox" boolean,
	"email" boolean,
	CONSTRAINT "notification_choices_user_id_name_pk" PRIMARY KEY("user_id","name")
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "in_inbox" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_addresses" ADD CONSTRAINT "mail_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_confirmations" ADD CONSTRAINT "mail_confirmations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_confirmation_id_mail_confirmations_id_fk" FOREIGN KEY ("confirmation_id") REFERENCES "public"."mail_confirmations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_confirmations_user" ON "mail_confirmations" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "mail_confirmations_address" ON "mail_confirmations" USING btree ("address","created_at");--> statement-breakpoint
CREATE INDEX "mails_of" ON "mails" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "mails_batch" ON "mails" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("user_id","created_at") WHERE state = 'PENDING' and batch_id is null;--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_attempt_at") WHERE state = 'PENDING';--> statement-breakpoint
CREATE INDEX "mails_age" ON "mails" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_unread_in_inbox" CHECK (in_inbox or read_at is not null);