/** Times are milliseconds since 1970; columns that end in `_json` hold JSON. */
export const schema = `
  CREATE TABLE IF NOT EXISTS secret (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;

  CREATE TABLE IF NOT EXISTS user (
    id TEXT PRIMARY KEY,
    persona TEXT NOT NULL UNIQUE,
    initialized INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE IF NOT EXISTS device_token (
    token TEXT PRIMARY KEY,
    encryption_key TEXT NOT NULL,
    device_id TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE IF NOT EXISTS session (
    user_token TEXT PRIMARY KEY,
    encryption_key TEXT NOT NULL,
    refresh_token TEXT UNIQUE,
    user_id TEXT NOT NULL REFERENCES user,
    device_id TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE IF NOT EXISTS wallet (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL REFERENCES user,
    wallet_set_id TEXT NOT NULL,
    account_type TEXT NOT NULL,
    address TEXT NOT NULL UNIQUE,
    address_index INTEGER NOT NULL,
    owner_key TEXT NOT NULL,
    blockchain TEXT NOT NULL,
    name TEXT,
    ref_id TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE IF NOT EXISTS wallet_set (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE IF NOT EXISTS spent_ciphertext (
    digest TEXT PRIMARY KEY,
    spent_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE IF NOT EXISTS challenge (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL REFERENCES user,
    type TEXT NOT NULL,
    status TEXT NOT NULL,
    payload_json TEXT NOT NULL,
    correlation_id TEXT,
    settles_at INTEGER,
    error_code INTEGER,
    error_message TEXT,
    expires_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS challenge_open ON challenge (status) WHERE status IN ('PENDING', 'IN_PROGRESS');

  CREATE TABLE IF NOT EXISTS wallet_transaction (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL REFERENCES user,
    wallet_id TEXT NOT NULL REFERENCES wallet (id),
    operation TEXT NOT NULL,
    state TEXT NOT NULL,
    ref_id TEXT NOT NULL,
    call_json TEXT NOT NULL,
    shown_json TEXT NOT NULL,
    attempt_json TEXT,
    user_op_hash TEXT,
    tx_hash TEXT,
    mined_json TEXT,
    error_reason TEXT,
    error_details TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS wallet_transaction_open ON wallet_transaction (sequence)
    WHERE state NOT IN ('COMPLETE', 'FAILED', 'CANCELLED', 'DENIED');

  CREATE TABLE IF NOT EXISTS idempotency (
    key TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    reply_json TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE IF NOT EXISTS subscription (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    types_json TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE IF NOT EXISTS delivery (
    sequence INTEGER PRIMARY KEY,
    subscription_id TEXT NOT NULL REFERENCES subscription ON DELETE CASCADE,
    body TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS delivery_due ON delivery (due_at);
`
