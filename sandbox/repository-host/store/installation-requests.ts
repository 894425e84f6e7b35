import { all, type Database, one, run } from './database.ts'

/** What a member asked the owners of an organisation for. */
export type InstallationRequest = { id: number; account_id: number; requester_id: number; created_at: string }

/** Remembers a request; asking twice is one request. */
export function insertInstallationRequest(db: Database, accountId: number, requesterId: number, at: string): void {
  run(
    db,
    `INSERT INTO installation_requests (account_id, requester_id, created_at) VALUES (?, ?, ?)
     ON CONFLICT DO NOTHING`,
    accountId,
    requesterId,
    at,
  )
}

export function listInstallationRequests(db: Database): InstallationRequest[] {
  return all<InstallationRequest>(db, 'SELECT * FROM installation_requests ORDER BY id')
}

export function findInstallationRequest(db: Database, id: number): InstallationRequest | undefined {
  return one<InstallationRequest>(db, 'SELECT * FROM installation_requests WHERE id = ?', id)
}

export function deleteInstallationRequest(db: Database, id: number): boolean {
  return run(db, 'DELETE FROM installation_requests WHERE id = ?', id) > 0
}
