CREATE TABLE "api_token_uses" (
	"token_id" uuid PRIMARY KEY NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_tokens_secretHash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "api_tokens_name" CHECK (length("api_tokens"."name") between 1 and 80),
	CONSTRAINT "api_tokens_hash" CHECK (octet_length("api_tokens"."secret_hash") = 32),
	CONSTRAINT "api_tokens_scopes" CHECK (scopes <@ array['account:read', 'money:read', 'jobs:read', 'drafts:read', 'drafts:write', 'agents:read', 'agents:write'] and cardinality(scopes) > 0),
	CONSTRAINT "api_tokens_expiry" CHECK (expires_at > created_at and expires_at <= created_at + interval '8760 hours')
);
--> statement-breakpoint
ALTER TABLE "api_token_uses" ADD CONSTRAINT "api_token_uses_token_id_api_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."api_tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_tokens_user" ON "api_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE FUNCTION keep_api_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.revoked_at IS NOT NULL OR NEW.revoked_at IS NULL
    OR (to_jsonb(NEW) - 'revoked_at') IS DISTINCT FROM (to_jsonb(OLD) - 'revoked_at') THEN
    RAISE EXCEPTION 'a token changes once, to be revoked' USING ERRCODE = 'JW002';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER api_tokens_keep BEFORE UPDATE ON api_tokens FOR EACH ROW EXECUTE FUNCTION keep_api_token();--> statement-breakpoint
CREATE FUNCTION limit_api_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM users WHERE id = NEW.user_id FOR NO KEY UPDATE;
  IF (SELECT count(*) FROM api_tokens WHERE user_id = NEW.user_id AND revoked_at IS NULL AND expires_at > now()) >= 20 THEN
    RAISE EXCEPTION 'an account has at most 20 tokens that work' USING ERRCODE = 'JW005';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER api_tokens_limit BEFORE INSERT ON api_tokens FOR EACH ROW EXECUTE FUNCTION limit_api_tokens();
