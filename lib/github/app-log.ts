import { App } from '@octokit/app'
import { Octokit } from '@octokit/core'
import { z } from 'zod'
import { Failure, isFailure } from '../domain/failure.ts'
import type { AppLog } from '../ports/app-log.ts'
import { calling } from './github-errors.ts'
import { createHostFetch } from './host-fetch.ts'
import { parse } from './wire.ts'

export type AppLogOptions = { apiUrl: string; appId: string; privateKey: string }

const deliveries = z.array(
  z.object({
    id: z.union([z.int(), z.bigint()]),
    guid: z.string(),
    delivered_at: z.string(),
    status_code: z.int(),
    redelivery: z.boolean(),
  }),
)

/** The log of what GitHub delivered to the App, read as the App itself; for the worker program alone. */
export function createAppLog({ apiUrl, appId, privateKey }: AppLogOptions): AppLog {
  const Client = Octokit.defaults({ baseUrl: apiUrl, request: { fetch: createHostFetch(apiUrl) } })
  const { octokit } = new App({ appId, privateKey, Octokit: Client })
  return {
    deliveries: async (cursor) => {
      const { data, headers } = await callingAsApp(() =>
        octokit.request('GET /app/hook/deliveries', { per_page: 100, ...(cursor && { cursor }) }),
      )
      return {
        deliveries: parse(deliveries, data).map((delivery) => ({
          id: String(delivery.id),
          guid: delivery.guid,
          deliveredAt: new Date(delivery.delivered_at),
          isAccepted: delivery.status_code >= 200 && delivery.status_code < 300,
          isRedelivery: delivery.redelivery,
        })),
        next: nextCursor(headers.link),
      }
    },
    redeliver: async (id) => {
      try {
        await calling(() => octokit.request(`POST /app/hook/deliveries/${encodeURIComponent(id)}/attempts`))
        return true
      } catch (error) {
        // Too old, or gone from the log.
        if (isFailure(error) && (error.code === 'not_found' || error.code === 'repository_host_refused')) return false
        throw error
      }
    },
  }
}

/** The host answers 404 to an unknown App and 401 to a wrong key. */
async function callingAsApp<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await calling(call)
  } catch (error) {
    if (isFailure(error) && (error.code === 'repository_not_connected' || error.code === 'not_found'))
      throw new Failure('repository_permission', 'The repository host does not accept the App’s key.', {
        cause: error,
      })
    throw error
  }
}

function nextCursor(link: string | undefined): string | null {
  const next = /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1]
  return next ? new URL(next).searchParams.get('cursor') : null
}
