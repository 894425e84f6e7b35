import { invalid } from '../api/errors.ts'

/** What a request asks to set on an issue; absent parts stay as they are. */
export type IssueChange = {
  title?: string
  body?: string | null
  state?: 'open' | 'closed'
  state_reason?: string | null
  labels?: readonly string[]
  assignees?: readonly string[]
}

const bodyMaxChars = 65_536
const titleMaxChars = 256

/** Reads the issue fields of a request body; 422 for a value that does not fit, unknown fields are ignored. */
export function readIssueChange(body: Record<string, unknown>): IssueChange {
  const { title, body: text, state, state_reason: reason } = body
  const change: IssueChange = {}
  if (title !== undefined) {
    if (typeof title !== 'string' || title.trim() === '' || title.length > titleMaxChars) throw wrong('title')
    change.title = title
  }
  if (text !== undefined) {
    if (text !== null && (typeof text !== 'string' || text.length > bodyMaxChars)) throw wrong('body')
    change.body = text
  }
  if (state !== undefined) {
    if (state !== 'open' && state !== 'closed') throw wrong('state')
    change.state = state
  }
  if (reason !== undefined) {
    if (reason !== null && typeof reason !== 'string') throw wrong('state_reason')
    change.state_reason = reason
  }
  if (body.labels !== undefined) change.labels = readNames(body.labels, 'labels')
  if (body.assignees !== undefined) change.assignees = readNames(body.assignees, 'assignees')
  return change
}

function readNames(value: unknown, field: string): string[] {
  if (!Array.isArray(value)) throw wrong(field)
  return value.map((item: unknown) => {
    if (typeof item === 'string') return item
    if (typeof item === 'object' && item !== null && 'name' in item && typeof item.name === 'string') return item.name
    throw wrong(field)
  })
}

function wrong(field: string) {
  return invalid({ resource: 'Issue', field, code: 'invalid' })
}
