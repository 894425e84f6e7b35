import { z } from 'zod'
import { draftStates } from '../domain/draft.ts'
import { draftSorts } from '../domain/draft-list.ts'
import { draft } from './drafts.ts'
import { defineEndpoint } from './endpoint.ts'
import { cursor, limit, listSearch, page, stateList } from './scalars.ts'

const tag = 'drafts'
const access = 'session'
const capability = 'client'

export const draftSummary = draft
  .omit({ instructions: true, acceptance_files: true, issue_change: true, snapshot: true, probe: true })
  .meta({ id: 'DraftSummary', description: 'A draft without its long texts, files, documents and probe.' })

const sort = z.enum(draftSorts).default('newest').meta({
  description:
    '`next_step`: drafts that can be funded first, then those that need a review, then those that the review sent back.',
})

export const listDraftsEndpoint = defineEndpoint('listDrafts', {
  tag,
  summary: 'List drafts',
  description: 'Lists your drafts, newest first by default.',
  access,
  scope: 'drafts:read',
  capability,
  query: z.strictObject({ state: stateList(draftStates), q: listSearch, sort, limit, cursor }),
  reply: { status: 200, schema: page(draftSummary, 'DraftPage'), description: 'A page.' },
  failures: [],
})
