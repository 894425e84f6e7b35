import { z } from 'zod'
import { searchRestoreMinutes } from '../domain/saved-search.ts'
import { issueFilterBody } from './discovery.ts'
import { defineEndpoint } from './endpoint.ts'
import { line, timestamp, uuid } from './scalars.ts'

const tag = 'discovery'
const access = 'session'

const name = line(1, 120).meta({ example: 'TypeScript, 50 USDC and more' })

export const savedSearch = z
  .strictObject({
    id: uuid,
    name,
    filter: z.record(z.string(), z.string()).meta({
      description: 'The filter as query parameters of `GET /api/v1/public/issues/`.',
      example: { language: 'TypeScript', reward_min: '50' },
    }),
    created_at: timestamp,
  })
  .meta({ id: 'SavedSearch' })

export const listSavedSearchesEndpoint = defineEndpoint('listSavedSearches', {
  tag,
  summary: 'List your saved searches',
  description: 'Lists at most 50, newest first.',
  access,
  reply: {
    status: 200,
    schema: z.strictObject({ data: z.array(savedSearch) }).meta({ id: 'SavedSearchList' }),
    description: 'The searches.',
  },
  failures: [],
})

export const saveSearchEndpoint = defineEndpoint('saveSearch', {
  tag,
  summary: 'Save a search for public issues',
  description:
    'You are notified of issues that match and are opened or funded from now on. Each search is checked every five minutes, and an hour after a notification. To follow a single issue, filter by `repository` and `number`. Saving a filter again returns the search that has it.',
  access,
  body: z
    .strictObject({
      id: uuid.optional().meta({
        description: `Undoes a deletion: the id of a search that you deleted in the last ${searchRestoreMinutes} minutes. Any other search gets a new id.`,
      }),
      name,
      filter: issueFilterBody,
    })
    .meta({ id: 'NewSavedSearch' }),
  reply: { status: 201, schema: savedSearch, description: 'The search.' },
  failures: ['state_conflict'],
})

export const deleteSavedSearchEndpoint = defineEndpoint('deleteSavedSearch', {
  tag,
  summary: 'Delete a saved search',
  description: 'It makes no more notifications.',
  access,
  params: z.strictObject({ search_id: uuid }),
  reply: { status: 204, description: 'Deleted.' },
  failures: ['not_found'],
})
