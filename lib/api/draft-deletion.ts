import { draftRestoreMinutes } from '../domain/draft.ts'
import { draft, params } from './drafts.ts'
import { defineEndpoint } from './endpoint.ts'

const tag = 'drafts'
const access = 'session'
const capability = 'client'

export const deleteDraftEndpoint = defineEndpoint('deleteDraft', {
  tag,
  summary: 'Delete a draft',
  description: 'Allowed in DRAFT and READY, and in LOCKED without a live transaction. Offered snapshots are kept.',
  access,
  scope: 'drafts:write',
  capability,
  params,
  reply: { status: 204, description: 'Deleted.' },
  failures: ['not_found', 'draft_locked'],
})

export const restoreDraftEndpoint = defineEndpoint('restoreDraft', {
  tag,
  summary: 'Bring back a deleted draft',
  description: `For ${draftRestoreMinutes} minutes after its deletion. The draft is as it was, in state DRAFT and without its review.`,
  access,
  scope: 'drafts:write',
  capability,
  versioned: 'read',
  params,
  reply: { status: 200, schema: draft, description: 'The draft.' },
  failures: ['not_found', 'draft_exists', 'state_conflict'],
})
