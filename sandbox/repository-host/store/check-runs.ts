import { all, type Database, insert, one } from './database.ts'

export type CheckRun = {
  id: number
  repository_id: number
  head_sha: string
  name: string
  status: string
  conclusion: string | null
  details_url: string | null
  external_id: string | null
  title: string | null
  summary: string | null
  text: string | null
  started_at: string
  completed_at: string | null
}

export function findCheckRun(db: Database, id: number): CheckRun | undefined {
  return one<CheckRun>(db, 'SELECT * FROM check_runs WHERE id = ?', id)
}

/** The check runs of a commit, newest first; only those of a name when one is given. */
export function listCheckRuns(db: Database, repositoryId: number, sha: string, name?: string): CheckRun[] {
  return all<CheckRun>(
    db,
    `SELECT * FROM check_runs WHERE repository_id = ?1 AND head_sha = ?2 AND (?3 IS NULL OR name = ?3)
     ORDER BY id DESC`,
    repositoryId,
    sha,
    name ?? null,
  )
}

export function insertCheckRun(db: Database, run: Omit<CheckRun, 'id'>): number {
  return insert(
    db,
    `INSERT INTO check_runs (repository_id, head_sha, name, status, conclusion, details_url, external_id, title, summary,
       text, started_at, completed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    run.repository_id,
    run.head_sha,
    run.name,
    run.status,
    run.conclusion,
    run.details_url,
    run.external_id,
    run.title,
    run.summary,
    run.text,
    run.started_at,
    run.completed_at,
  )
}
