import { createClient } from './hey/client/index.js'
import {
  becomeClient,
  getClientDashboard,
  getHealth,
  getMe,
  getReadiness,
  getVerifierIndependence,
  listDrafts,
  listJobs,
  listPublicIssues,
  listTransactions,
} from './hey/index.js'

/** Ten calls through a client that hey-api generated; throws unless each is answered as it says. */
export async function callThroughHeyApi(baseUrl: string, headers: Record<string, string>): Promise<number> {
  const client = createClient({ baseUrl, headers })
  const query = { limit: 5 }
  const answers = [
    await getHealth({ client }),
    await getReadiness({ client, query: { for: 'traffic' } }),
    await listPublicIssues({ client, query: { ...query, sort: 'newest' } }),
    await getVerifierIndependence({ client }),
    await becomeClient({ client }),
    await getMe({ client }),
    await getClientDashboard({ client }),
    await listDrafts({ client, query }),
    await listJobs({ client, query: { ...query, state: 'OPEN,SETTLED' } }),
    await listTransactions({ client, query }),
  ]
  const refused = answers.find(({ error }) => error !== undefined)
  if (refused) throw new Error(`${refused.response?.url}: ${JSON.stringify(refused.error)}`)
  return answers.length
}
