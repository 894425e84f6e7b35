import createClient from 'openapi-fetch'
import type { paths } from './paths.js'

/** Ten calls through a client of openapi-typescript's types; throws unless each is answered as they say. */
export async function callThroughFetch(baseUrl: string, headers: Record<string, string>): Promise<number> {
  const client = createClient<paths>({ baseUrl, headers })
  const query = { limit: 5 }
  const answers = [
    await client.GET('/api/health/'),
    await client.GET('/api/ready/', { params: { query: { for: 'traffic' } } }),
    await client.GET('/api/v1/public/issues/', { params: { query: { ...query, sort: 'newest' } } }),
    await client.GET('/api/v1/public/verifiers/'),
    await client.POST('/api/v1/onboarding/client/'),
    await client.GET('/api/v1/auth/me/'),
    await client.GET('/api/v1/client/dashboard/'),
    await client.GET('/api/v1/client/job-drafts/', { params: { query } }),
    await client.GET('/api/v1/client/jobs/', { params: { query: { ...query, state: 'OPEN,SETTLED' } } }),
    await client.GET('/api/v1/client/transactions/', { params: { query } }),
  ]
  const refused = answers.find(({ error }) => error !== undefined)
  if (refused) throw new Error(`${refused.response.url}: ${JSON.stringify(refused.error)}`)
  return answers.length
}
