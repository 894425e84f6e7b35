import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Shows the answer to a change. A read that is in flight may be older than the change, or newer than the answer, so it is
 * cancelled and repeated.
 */
export async function showAnswer(client: QueryClient, queryKey: QueryKey, answer: object): Promise<void> {
  const filter = { queryKey, exact: true }
  const isBeingRead = client.isFetching(filter) > 0
  await client.cancelQueries(filter)
  client.setQueryData(queryKey, answer)
  if (isBeingRead) void client.invalidateQueries(filter)
}
