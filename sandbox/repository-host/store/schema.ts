/** Tables of the host. Ids start high, some above 32 bits, as at the real host. */
export const schema = `
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS accounts (
  id INTEGER PRIMARY KEY AUTOINCREMENT, login TEXT NOT NULL UNIQUE COLLATE NOCASE, type TEXT NOT NULL,
  name TEXT, email TEXT, created_at TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS memberships (
  organization_id INTEGER NOT NULL REFERENCES accounts(id), user_id INTEGER NOT NULL REFERENCES accounts(id),
  role TEXT NOT NULL, PRIMARY KEY (organization_id, user_id)) STRICT;
CREATE TABLE IF NOT EXISTS repositories (
  id INTEGER PRIMARY KEY AUTOINCREMENT, owner_id INTEGER NOT NULL REFERENCES accounts(id),
  name TEXT NOT NULL COLLATE NOCASE, description TEXT, private INTEGER NOT NULL, archived INTEGER NOT NULL,
  default_branch TEXT NOT NULL, topics TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
  pushed_at TEXT NOT NULL, UNIQUE (owner_id, name)) STRICT;
CREATE TABLE IF NOT EXISTS former_names (
  full_name TEXT PRIMARY KEY COLLATE NOCASE,
  repository_id INTEGER NOT NULL REFERENCES repositories(id) ON DELETE CASCADE) STRICT;
CREATE TABLE IF NOT EXISTS collaborators (
  repository_id INTEGER NOT NULL REFERENCES repositories(id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES accounts(id), role TEXT NOT NULL, PRIMARY KEY (repository_id, user_id)) STRICT;
CREATE TABLE IF NOT EXISTS labels (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repository_id INTEGER NOT NULL REFERENCES repositories(id) ON DELETE CASCADE,
  name TEXT NOT NULL COLLATE NOCASE, color TEXT NOT NULL, description TEXT, UNIQUE (repository_id, name)) STRICT;
CREATE TABLE IF NOT EXISTS issues (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repository_id INTEGER NOT NULL REFERENCES repositories(id) ON DELETE CASCADE,
  number INTEGER NOT NULL, title TEXT NOT NULL, body TEXT, state TEXT NOT NULL, state_reason TEXT,
  author_id INTEGER NOT NULL REFERENCES accounts(id), head_branch TEXT, closed_by_id INTEGER REFERENCES accounts(id),
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, closed_at TEXT, UNIQUE (repository_id, number)) STRICT;
CREATE TABLE IF NOT EXISTS pull_requests (
  issue_id INTEGER PRIMARY KEY REFERENCES issues(id) ON DELETE CASCADE, base_branch TEXT NOT NULL,
  draft INTEGER NOT NULL, head_sha TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS check_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repository_id INTEGER NOT NULL REFERENCES repositories(id) ON DELETE CASCADE,
  head_sha TEXT NOT NULL, name TEXT NOT NULL, status TEXT NOT NULL, conclusion TEXT, details_url TEXT, external_id TEXT,
  title TEXT, summary TEXT, text TEXT, started_at TEXT NOT NULL, completed_at TEXT) STRICT;
CREATE TABLE IF NOT EXISTS deleted_issues (
  repository_id INTEGER NOT NULL REFERENCES repositories(id) ON DELETE CASCADE, number INTEGER NOT NULL,
  PRIMARY KEY (repository_id, number)) STRICT;
CREATE TABLE IF NOT EXISTS issue_labels (
  issue_id INTEGER NOT NULL REFERENCES issues(id) ON DELETE CASCADE,
  label_id INTEGER NOT NULL REFERENCES labels(id) ON DELETE CASCADE, PRIMARY KEY (issue_id, label_id)) STRICT;
CREATE TABLE IF NOT EXISTS issue_assignees (
  issue_id INTEGER NOT NULL REFERENCES issues(id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES accounts(id), PRIMARY KEY (issue_id, user_id)) STRICT;
CREATE TABLE IF NOT EXISTS comments (
  id INTEGER PRIMARY KEY AUTOINCREMENT, issue_id INTEGER NOT NULL REFERENCES issues(id) ON DELETE CASCADE,
  author_id INTEGER NOT NULL REFERENCES accounts(id), body TEXT NOT NULL, created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS installations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER NOT NULL UNIQUE REFERENCES accounts(id),
  repository_selection TEXT NOT NULL, permissions TEXT NOT NULL, events TEXT NOT NULL, created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL, suspended_at TEXT, suspended_by_id INTEGER REFERENCES accounts(id)) STRICT;
CREATE TABLE IF NOT EXISTS installation_repositories (
  installation_id INTEGER NOT NULL REFERENCES installations(id) ON DELETE CASCADE,
  repository_id INTEGER NOT NULL REFERENCES repositories(id) ON DELETE CASCADE,
  PRIMARY KEY (installation_id, repository_id)) STRICT;
CREATE TABLE IF NOT EXISTS installation_requests (
  id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER NOT NULL REFERENCES accounts(id),
  requester_id INTEGER NOT NULL REFERENCES accounts(id), created_at TEXT NOT NULL,
  UNIQUE (account_id, requester_id)) STRICT;
CREATE TABLE IF NOT EXISTS installation_tokens (
  hash TEXT PRIMARY KEY, installation_id INTEGER NOT NULL REFERENCES installations(id) ON DELETE CASCADE,
  repository_ids TEXT, permissions TEXT NOT NULL, expires_at INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS user_tokens (
  id INTEGER PRIMARY KEY AUTOINCREMENT, hash TEXT NOT NULL UNIQUE, refresh_hash TEXT NOT NULL UNIQUE,
  last_eight TEXT NOT NULL, user_id INTEGER NOT NULL REFERENCES accounts(id), created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL, refresh_expires_at INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS authorizations (user_id INTEGER PRIMARY KEY REFERENCES accounts(id)) STRICT;
CREATE TABLE IF NOT EXISTS codes (
  hash TEXT PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES accounts(id), redirect_uri TEXT NOT NULL,
  code_challenge TEXT, expires_at INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS sessions (
  hash TEXT PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES accounts(id), expires_at INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT NOT NULL, delivered_at TEXT NOT NULL, redelivery INTEGER NOT NULL,
  duration REAL NOT NULL, status TEXT NOT NULL, status_code INTEGER NOT NULL, event TEXT NOT NULL, action TEXT,
  installation_id INTEGER, repository_id INTEGER, url TEXT NOT NULL, request_headers TEXT NOT NULL,
  payload TEXT NOT NULL, response_headers TEXT, response_payload TEXT) STRICT;
INSERT INTO sqlite_sequence (name, seq)
  SELECT first.name, first.seq FROM (
    SELECT 'accounts' AS name, 9240000 AS seq UNION ALL SELECT 'repositories', 871200000
    UNION ALL SELECT 'labels', 6400000000 UNION ALL SELECT 'issues', 2960000000
    UNION ALL SELECT 'comments', 2710000000 UNION ALL SELECT 'installations', 58300000
    UNION ALL SELECT 'check_runs', 31400000000
    UNION ALL SELECT 'user_tokens', 4400000 UNION ALL SELECT 'deliveries', 21900000000) AS first
  WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence AS known WHERE known.name = first.name);
`
