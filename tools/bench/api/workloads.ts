import { createHmac, randomUUID } from 'node:crypto'
import type { Call } from '../discovery/measure.ts'
import { publicOrigin } from '../discovery/programs.ts'
import { agentIds, bearerOf, capturedVersion, draftIds, sessionCookie } from './seed.ts'

export type Workload = {
  title: string
  status?: number
  /** The next request; each call gives another one where requests would wait for each other's rows. */
  call: () => Call
  /** A value of the statements that answer the second such request, as those of another request have it. */
  vary?: () => (value: string) => string
}

export type Secrets = { session: string; webhook: string }

/** Of what the control answers without a database. */
export const withoutStatements = 'health'

export async function workloadsOf(secrets: Secrets): Promise<Record<string, Workload>> {
  const cookie = await sessionCookie(secrets.session)
  const asPerson = (path: string) => () => ({ path, headers: { cookie } })
  const agent = turnsOf(agentIds)
  // The control changes other drafts than the web program.
  const [changed, replayed] = [turnsOf(draftIds.slice(0, 64)), turnsOf(draftIds.slice(64))]
  const deliveries = [randomUUID(), secondDelivery]
  return {
    health: { title: 'health', call: () => ({ path: '/api/health/' }) },
    me: { title: 'session read', call: asPerson('/api/v1/auth/me/') },
    drafts: { title: 'list of 20 drafts', call: asPerson('/api/v1/client/job-drafts/?limit=20') },
    draft: { title: 'draft', call: asPerson(`/api/v1/client/job-drafts/${draftIds[2]}/`) },
    change: {
      title: 'change of a draft',
      call: () => ({
        path: `/api/v1/client/job-drafts/${changed()}/`,
        method: 'PATCH' as const,
        headers: { cookie, origin: publicOrigin, 'content-type': 'application/json', 'if-match': '*' },
        body: JSON.stringify({ title: 'Another title' }),
      }),
      vary: () => {
        const draft = replayed()
        const values = new Map<string | undefined, string>([
          [draftIds[1], draft],
          [String(capturedVersion), String(capturedVersion + 1)],
        ])
        return (value) => values.get(value) ?? value
      },
    },
    heartbeat: {
      title: 'idle heartbeat',
      call: () => ({
        path: '/api/v1/agent-runtime/heartbeat/',
        method: 'POST' as const,
        headers: { authorization: `Bearer ${bearerOf(agent())}`, 'content-type': 'application/json' },
        body: JSON.stringify({ state: 'idle', software: 'bench/1', running: [] }),
      }),
      vary: () => {
        const id = agent()
        return (value) => (value === agentIds[1] ? id : value)
      },
    },
    configuration: {
      title: 'configuration, 304',
      status: 304,
      call: () => ({
        path: '/api/v1/agent-runtime/configuration/',
        headers: { authorization: `Bearer ${bearerOf(agent())}`, 'if-none-match': '"1-1-1-none"' },
      }),
      vary: () => {
        const id = agent()
        return (value) => (value === agentIds[1] ? id : value)
      },
    },
    webhook: {
      title: 'signed webhook',
      status: 202,
      call: () => delivery(secrets.webhook, deliveries.shift() ?? randomUUID()),
      vary: () => {
        const id = randomUUID()
        return (value) => (value === secondDelivery ? id : value)
      },
    },
    issues: { title: 'public list of 20', call: () => ({ path: '/api/v1/public/issues/?limit=20' }) },
    agents: { title: 'list of 50 agents', call: asPerson('/api/v1/agents/?limit=50') },
  }
}

const secondDelivery = '01900000-0000-7000-8000-00000f000002'

function turnsOf(ids: readonly string[]): () => string {
  let turn = -1
  return () => {
    turn += 1
    return ids[turn % ids.length] ?? ''
  }
}

/** About an issue of a repository that is not indexed. */
function delivery(secret: string, id: string): Call {
  const repository = { id: 5, full_name: 'elsewhere/project', owner: { id: 5 } }
  const body = JSON.stringify({ action: 'opened', repository, issue: { number: 1, body: 'Words. '.repeat(100) } })
  return {
    path: '/api/v1/webhooks/github/',
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'issues',
      'x-github-delivery': id,
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
  }
}
