import type { QueryKey } from '@tanstack/react-query'
import type { ChangeNotice } from './follow-changes.ts'
import { isGone } from './refusals.ts'

const always = ['notifications', 'overview', 'dashboard']
const money = ['transactions', 'transaction', 'wallet']

/** The resources that show something of a subject of that type, by the first part of their keys. */
const shownBy: Record<string, readonly string[]> = {
  job: ['job', 'jobs', 'draft', 'agent', 'agents', ...money],
  draft: ['draft', 'drafts', ...money],
  transaction: ['draft', 'drafts', 'job', 'jobs', ...money],
  wallet: ['wallet'],
  agent: ['agent', 'agents'],
  withdrawal: ['agent', 'agents'],
  session: ['sessions'],
  user: ['sessions'],
  installation: ['github'],
  webhook_endpoint: ['webhooks'],
  api_token: ['api-tokens'],
  saved_search: ['saved-searches'],
}

/**
 * Whether a resource may show something else after that notice. What others answer for, the chain and the repository
 * host, is asked again only when it is about them: an agent's wallet when money moved, issues when access changed.
 */
export function isChangedBy(notice: ChangeNotice, key: QueryKey): boolean {
  const [resource, , part] = key as readonly string[]
  if (notice.kind === 'all') return resource !== 'github'
  const { name, subject } = notice.change
  if (part === 'base') return false
  if (part === 'wallet') return subject.type === 'withdrawal' || name === 'job.settled'
  return [...always, ...(shownBy[subject.type] ?? [])].includes(resource ?? '')
}

/** Whether a draft that was deleted is there again. */
export function isRestored(notice: ChangeNotice): boolean {
  return notice.kind === 'change' && notice.change.name === 'draft.restored'
}

/** A draft that was deleted comes back only by a notice, unlike a job that is not there yet, so it is not asked for again. */
export function isDeletedDraft([resource]: QueryKey, error: unknown): boolean {
  return resource === 'draft' && isGone(error)
}
