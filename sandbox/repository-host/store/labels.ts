import { all, type Database, one, run } from './database.ts'

export type Label = {
  id: number
  repository_id: number
  name: string
  color: string
  description: string | null
}

export function listLabels(db: Database, repositoryId: number, limit: number, offset: number): Label[] {
  return all<Label>(
    db,
    'SELECT * FROM labels WHERE repository_id = ? ORDER BY id LIMIT ? OFFSET ?',
    repositoryId,
    limit,
    offset,
  )
}

export function countLabels(db: Database, repositoryId: number): number {
  return (
    one<{ total: number }>(db, 'SELECT count(*) AS total FROM labels WHERE repository_id = ?', repositoryId)?.total ?? 0
  )
}

export function findLabel(db: Database, repositoryId: number, name: string): Label | undefined {
  return one<Label>(db, 'SELECT * FROM labels WHERE repository_id = ? AND name = ?', repositoryId, name)
}

/** The repository's label of this name, added in grey when it has none. */
export function ensureLabel(
  db: Database,
  repositoryId: number,
  label: { name: string; color?: string; description?: string | null },
): Label {
  run(
    db,
    'INSERT OR IGNORE INTO labels (repository_id, name, color, description) VALUES (?, ?, ?, ?)',
    repositoryId,
    label.name,
    label.color ?? 'ededed',
    label.description ?? null,
  )
  const row = findLabel(db, repositoryId, label.name)
  if (!row) throw new Error(`No label ${label.name}`)
  return row
}

export function listIssueLabels(db: Database, issueId: number): Label[] {
  return all<Label>(
    db,
    `SELECT labels.* FROM labels JOIN issue_labels ON label_id = labels.id WHERE issue_id = ? ORDER BY labels.id`,
    issueId,
  )
}

/** Gives the issue exactly these labels; returns which ones came and went. */
export function setIssueLabels(
  db: Database,
  issue: { id: number; repository_id: number },
  names: readonly string[],
): { added: Label[]; removed: Label[] } {
  const wanted = names.map((name) => ensureLabel(db, issue.repository_id, { name }))
  const present = listIssueLabels(db, issue.id)
  const added = wanted.filter((label) => !present.some((other) => other.id === label.id))
  const removed = present.filter((label) => !wanted.some((other) => other.id === label.id))
  for (const label of added) run(db, 'INSERT OR IGNORE INTO issue_labels VALUES (?, ?)', issue.id, label.id)
  for (const label of removed)
    run(db, 'DELETE FROM issue_labels WHERE issue_id = ? AND label_id = ?', issue.id, label.id)
  return { added, removed }
}
