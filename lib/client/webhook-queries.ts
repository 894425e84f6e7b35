import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { DeliveryState } from '../domain/webhook-delivery.ts'
import { call, type ReplyOf } from './api.ts'
import { pollWhile } from './polling.ts'

const pageSize = '25'

/** What pages read of webhooks: its key and how it is fetched. */
export const webhookQueries = {
  endpoints: () =>
    queryOptions({
      queryKey: ['webhooks', 'list'],
      queryFn: ({ signal }) => call('listWebhookEndpoints', { signal }),
    }),

  endpoint: (id: string) =>
    queryOptions({
      queryKey: ['webhooks', id],
      queryFn: ({ signal }) => call('getWebhookEndpoint', { params: { endpoint_id: id }, signal }),
      refetchInterval: pollWhile<ReplyOf<'getWebhookEndpoint'>>(() => true),
    }),

  deliveries: (id: string, state: DeliveryState | null) =>
    infiniteQueryOptions({
      queryKey: ['webhooks', id, 'deliveries', state],
      queryFn: ({ pageParam, signal }) =>
        call('listWebhookDeliveries', {
          params: { endpoint_id: id },
          query: { limit: pageSize, ...(state && { state }), ...(pageParam && { cursor: pageParam }) },
          signal,
        }),
      initialPageParam: '',
      getNextPageParam: (page) => page.next_cursor,
      refetchInterval: pollWhile<InfiniteData<ReplyOf<'listWebhookDeliveries'>>>(() => true),
    }),
}
