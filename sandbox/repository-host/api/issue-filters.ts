import type { Host } from '../context.ts'
import { findAccount } from '../store/accounts.ts'
import type { Condition, IssueOrder } from '../store/issues.ts'
import type { HostContext } from './request.ts'

export function labelCondition(name: string): Condition {
  return {
    sql: `EXISTS (SELECT 1 FROM issue_labels JOIN labels ON labels.id = label_id
      WHERE issue_id = issues.id AND labels.name = ?)`,
    values: [name.trim()],
  }
}

/** `none` means unassigned, `*` means assigned to anyone. */
export function assigneeCondition(host: Host, login: string): Condition {
  const anyAssignee = 'EXISTS (SELECT 1 FROM issue_assignees WHERE issue_id = issues.id'
  if (login === 'none') return { sql: `NOT ${anyAssignee})`, values: [] }
  if (login === '*') return { sql: `${anyAssignee})`, values: [] }
  return { sql: `${anyAssignee} AND user_id = ?)`, values: [findAccount(host.db, login)?.id ?? 0] }
}

export function creatorCondition(host: Host, login: string): Condition {
  return { sql: 'author_id = ?', values: [findAccount(host.db, login)?.id ?? 0] }
}

/** Text that must occur in one of the columns, in any case. */
export function textCondition(text: string, columns: readonly string[]): Condition {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  return {
    sql: columns.map((column) => `ifnull(${column}, '') LIKE ? ESCAPE '\\'`).join(' OR '),
    values: columns.map(() => pattern),
  }
}

/** `sort` and `direction` (or search's `order`): newest first by default. */
export function readOrder(c: HostContext): IssueOrder {
  const columns: Record<string, IssueOrder['column']> = {
    created: 'created_at',
    updated: 'updated_at',
    comments: 'comment_count',
  }
  const direction = c.req.query('direction') ?? c.req.query('order')
  return { column: columns[c.req.query('sort') ?? 'created'] ?? 'created_at', descending: direction !== 'asc' }
}
