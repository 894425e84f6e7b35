import { all, type Database, insert, one, run } from './database.ts'

export type Account = {
  id: number
  login: string
  type: 'User' | 'Organization'
  name: string | null
  email: string | null
  created_at: string
}

export function findAccount(db: Database, login: string): Account | undefined {
  return one<Account>(db, 'SELECT * FROM accounts WHERE login = ?', login)
}

export function findAccountById(db: Database, id: number): Account | undefined {
  return one<Account>(db, 'SELECT * FROM accounts WHERE id = ?', id)
}

/** The account that a stored row refers to; a missing one means a damaged database. */
export function accountOf(db: Database, id: number): Account {
  const account = findAccountById(db, id)
  if (!account) throw new Error(`No account ${id}`)
  return account
}

/** Adds an account unless its login is taken; returns the one that now has the login. */
export function ensureAccount(db: Database, account: Omit<Account, 'id'>): Account {
  const known = findAccount(db, account.login)
  if (known) return known
  const id = insert(
    db,
    'INSERT INTO accounts (login, type, name, email, created_at) VALUES (?, ?, ?, ?, ?)',
    account.login,
    account.type,
    account.name,
    account.email,
    account.created_at,
  )
  return accountOf(db, id)
}

/** `admin` owns the organisation, `installer` may only add Apps to it. */
export type MemberRole = 'admin' | 'installer' | 'member'

export function setMembership(db: Database, organizationId: number, userId: number, role: MemberRole): void {
  run(
    db,
    `INSERT INTO memberships (organization_id, user_id, role) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET role = excluded.role`,
    organizationId,
    userId,
    role,
  )
}

export function deleteMembership(db: Database, organizationId: number, userId: number): boolean {
  return run(db, 'DELETE FROM memberships WHERE organization_id = ? AND user_id = ?', organizationId, userId) > 0
}

export function memberRole(db: Database, organizationId: number, userId: number): MemberRole | undefined {
  return one<{ role: MemberRole }>(
    db,
    'SELECT role FROM memberships WHERE organization_id = ? AND user_id = ?',
    organizationId,
    userId,
  )?.role
}

/** Accounts on which this person may install Apps: their own, then organisations. */
export function listInstallTargets(db: Database, userId: number): Account[] {
  return all<Account>(
    db,
    `SELECT * FROM accounts WHERE id = ?1 OR id IN
       (SELECT organization_id FROM memberships WHERE user_id = ?1 AND role IN ('admin', 'installer'))
     ORDER BY id = ?1 DESC, login`,
    userId,
  )
}

/** Organisations whose owners this person may ask to install an App. */
export function listRequestTargets(db: Database, userId: number): Account[] {
  return all<Account>(
    db,
    `SELECT * FROM accounts WHERE id IN
       (SELECT organization_id FROM memberships WHERE user_id = ? AND role = 'member')
     ORDER BY login`,
    userId,
  )
}

const grantorsKey = 'grants-optional'

/** Logins of the accounts whose owners grant an App's optional permissions unless they say otherwise. */
export function optionalGrantors(db: Database): string[] {
  const row = one<{ value: string }>(db, 'SELECT value FROM meta WHERE key = ?', grantorsKey)
  const logins: string[] = JSON.parse(row?.value ?? '[]')
  return logins
}

export function setOptionalGrantors(db: Database, logins: readonly string[]): void {
  run(db, 'INSERT OR REPLACE INTO meta VALUES (?, ?)', grantorsKey, JSON.stringify(logins))
}
