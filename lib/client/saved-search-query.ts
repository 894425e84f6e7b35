import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

/** The person's saved searches. */
export const savedSearchQuery = queryOptions({
  queryKey: ['saved-searches'],
  queryFn: ({ signal }) => call('listSavedSearches', { signal }),
})
