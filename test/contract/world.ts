import { resolve } from 'node:path'
import { expect } from 'vitest'
import type { AnyEndpoint, Endpoint } from '#lib/api/endpoint.ts'
import { endpoints } from '#lib/api/endpoints.ts'
import { toSessionPath } from '#lib/api/program-paths.ts'
import { problem } from '#lib/api/scalars.ts'
import type { Problem } from '#lib/client/api.ts'
import { inTransaction } from '#lib/data/database.ts'
import { saveListed } from '#lib/data/public-repositories.ts'
import { resultDocument } from '#lib/domain/result.ts'
import { createPublicHost } from '#lib/github/public-host.ts'
import { sweepRepositories } from '#lib/usecases/discovery/sweep-repositories.ts'
import { proveJobs } from '#lib/usecases/proofs/prove-jobs.ts'
import { readyAgent } from '../agents.ts'
import { approvedDraft, askToFund, fundedJob, index, newKey, openIssue, readyClient, signInClient } from '../journey.ts'
import type { Person } from '../people/person.ts'
import type { ReadyAgent } from '../runtime-peer.ts'
import { type Service, startService } from '../service.ts'

export const root = resolve(import.meta.dirname, '../..')
export const all: Endpoint[] = Object.values(endpoints)
export const named = (list: Endpoint[]) => list.map((endpoint) => [endpoint.operationId, endpoint] as const)
export const isUnsafe = ({ method }: { method: string }) => method !== 'GET' && method !== 'HEAD'
export const guarded = all.filter(({ access }) => access === 'session')
export const ofRuntimes = all.filter(({ access }) => access === 'runtime')
export const withBody = all.filter(({ body, isHidden }) => body !== undefined && !isHidden)

/** Nothing is sent here, since no worker runs. */
const receiver = 'http://127.0.0.1:9099/webhooks'

export let service: Service
export let clara: Person
export let stranger: Person
export let novice: Person
export let anonymous: Person
export let will: Person
/** Credentials of a paired runtime of each role. */
export let credentials: Record<'worker' | 'verifier', string>
/** Ids of Clara's own rows, by the name of the path parameter. */
export let own: Record<string, string>

/** Starts the service and brings every caller to where each operation has something to act on; once for all files here. */
export async function openWorld(): Promise<void> {
  service = await startService({ runtimePlaces: 2 })
  const client = await readyClient(service)
  clara = client.person
  const job = await fundedJob(client, await openIssue(service))
  const locked = await approvedDraft(client, await openIssue(service))
  const funding = await askToFund(clara, locked.id)
  const worker = await readyAgent(service, 'clara', 'worker')
  const verifier = await readyAgent(service, 'will', 'verifier')
  will = verifier.owner
  credentials = { worker: worker.peer.credential, verifier: verifier.peer.credential }
  await clara.call('becomeAgentOwner')
  await deliverResult(BigInt(job.onchain_job_id), verifier)
  await index(service)
  await proveJobs(service.context())
  const { endpoint } = await clara.call('createWebhookEndpoint', { body: { url: receiver } })
  const delivery = await clara.call('testWebhookEndpoint', { params: { endpoint_id: endpoint.id } })
  const { api_token: token } = await clara.call('createApiToken', {
    body: { name: 'Idle', scopes: ['jobs:read'], days: 7 },
  })
  const search = await clara.call('saveSearch', { body: { name: 'All', filter: {} } })
  own = {
    id: locked.id,
    token_id: token.id,
    search_id: search.id,
    endpoint_id: endpoint.id,
    delivery_id: delivery.id,
    agent_id: worker.agentId,
    address: worker.wallet,
    will_agent_id: verifier.agentId,
    transaction_id: funding.transaction_id,
    onchain_job_id: job.onchain_job_id,
    repository_access_id: client.access.id,
    installation_id: await installationOf(clara),
    session_id: (await clara.call('getMe')).session.id,
    step: 'verify',
    reference: 'acme:slugify-lite:8',
    format: 'atom',
    file_type: 'csv',
  }
  await inTransaction(service.services.db, (tx) => saveListed(tx, ['acme/slugify-lite']))
  await sweepRepositories(service.services, createPublicHost({ apiUrl: service.host.apiUrl }))
  stranger = await signInClient(service, 'bea')
  await stranger.call('becomeAgentOwner')
  novice = service.person('oscar')
  await novice.signIn()
  anonymous = service.person('will')
}

async function installationOf(person: Person): Promise<string> {
  const { installations } = await person.call('getGithubStatus')
  return String(installations[0]?.installation_id)
}

/** A settled and published result of the job, as if the other agent had worked for it. */
async function deliverResult(jobId: bigint, by: ReadyAgent): Promise<void> {
  const hash = `0x${'1'.repeat(64)}`
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update jobs set state = 'SETTLED', held = 0 where onchain_job_id = ${jobId.toString()}`
    const [snapshot] = await tx`
      select s.task_document from funding_snapshots s join jobs j on j.snapshot_id = s.id
      where j.onchain_job_id = ${jobId.toString()}`
    const { repository, base } = snapshot?.task_document ?? {}
    const document = resultDocument({
      chain_id: service.chain.chainId,
      escrow: service.chain.addresses.escrow,
      onchain_job_id: jobId.toString(),
      attempt: 1,
      agent: by.wallet,
      repository_id: repository.id,
      base_commit: base.commit,
      tree_id: '1'.repeat(40),
      changes_sha256: '1'.repeat(64),
    })
    const [assignment] = await tx`
      insert into assignments (onchain_job_id, client_user_id, agent_id, owner_user_id, agent_address, key, state,
        attempt, offer_expires_at, acceptance_signature, work_by)
      select ${jobId.toString()}, j.user_id, a.id, a.user_id, ${by.wallet}, ${by.peer.key}, 'ASSIGNED', 1, now(), '0x01', 9999999999
      from jobs j, agents a where j.onchain_job_id = ${jobId.toString()} and a.id = ${by.agentId} returning id`
    await tx`
      insert into results (assignment_id, onchain_job_id, attempt, document, commitment, changes, summary, signature)
      values (${assignment?.id}, ${jobId.toString()}, 1, ${tx.json(document)}, ${hash},
        ${tx.json([{ path: 'a.js', mode: '100644', content: 'eA==' }])}, 'Done.', '0x01')`
    await tx`
      insert into publications (onchain_job_id, user_id, requested_by, result_commitment, repository_id, branch, state,
        head_commit, pull_request_url, check_run_url, published_at)
      select onchain_job_id, user_id, 'client', ${hash}, ${repository.id}, 'jobwright/job', 'PUBLISHED',
        ${'1'.repeat(40)}, 'https://host.example/pull/1', 'https://host.example/checks/1', now()
      from jobs where onchain_job_id = ${jobId.toString()}`
  })
}

export const unknown: Record<string, string> = {
  agent_id: '019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b10',
  id: '019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b10',
  transaction_id: '019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b10',
  repository_access_id: '019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b10',
  onchain_job_id: '999999999',
  step: 'verify',
  reference: 'acme:slugify-lite:99999',
  format: 'opml',
  file_type: 'xls',
  address: `0x${'0'.repeat(40)}`,
  installation_id: '999999999',
  session_id: '019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b10',
  endpoint_id: '019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b10',
  token_id: '019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b10',
  search_id: '019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b10',
  delivery_id: '019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b10',
}

export function addressOf(endpoint: AnyEndpoint, ids: Record<string, string>): string {
  const isAgent = toSessionPath(endpoint.path).startsWith('/api/v1/agents/')
  const nameOf = (name: string) => (isAgent && name === 'id' ? 'agent_id' : name)
  return service.origin + endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[nameOf(name)] ?? '')
}

/** Who may read what an operation reads of Clara's own rows: herself, but for her job's worker, who is never an agent of hers. */
export function readerOf({ operationId }: Endpoint): { person: Person; ids: Record<string, string> } {
  if (operationId !== 'getAgentJobProof') return { person: clara, ids: own }
  return { person: will, ids: { ...own, agent_id: own.will_agent_id ?? '' } }
}

/** What an operation cannot be asked without. */
export function queryOf({ operationId }: Endpoint): string {
  // No worker runs beside these requests.
  if (operationId === 'getReadiness') return '?for=traffic'
  return operationId === 'getResultBaseFile' ? '?path=a.js' : ''
}

type Sending = { ids?: Record<string, string>; headers?: Record<string, string>; body?: BodyInit; url?: string }

/** Sends an operation as it is documented, but for what `sending` says. */
export function send(person: Person, endpoint: Endpoint, sending: Sending = {}): Promise<Response> {
  const { ids = own, headers = {}, body = '{}' } = sending
  const standard: Record<string, string> = isUnsafe(endpoint) ? { 'content-type': 'application/json' } : {}
  if (endpoint.idempotency === 'required') standard['idempotency-key'] = newKey()
  const carries = isUnsafe(endpoint) && endpoint.method !== 'DELETE'
  const url = sending.url ?? addressOf(endpoint, ids) + queryOf(endpoint)
  const init = { method: endpoint.method, ...(carries && { body, duplex: 'half' }) }
  if (endpoint.access !== 'runtime' || person === anonymous)
    return person.send(url, { ...init, headers: { ...standard, ...headers } })
  const authorization = `Bearer ${credentials[endpoint.role ?? 'worker']}`
  return service.router(new Request(url, { ...init, headers: { ...standard, authorization, ...headers } }))
}

/** The problem in an answer, checked against its published schema. */
export async function problemOf(response: Response, status: number, code: string): Promise<Problem> {
  const body: unknown = await response.json()
  expect({ status: response.status, body }).toMatchObject({ status, body: { code, status } })
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(problem.safeParse(body).error).toBeUndefined()
  const parsed = body as Problem
  expect(parsed.request_id).toMatch(/^[0-9a-f-]{36}$/)
  expect(response.headers.get('x-request-id')).toBe(parsed.request_id)
  expect(parsed.next_actions, `what to do about ${code}`).not.toEqual([])
  return parsed
}

/** Documented bodies for operations whose path is judged after their body has its form. */
const content = {
  title: 'Title',
  instructions: '',
  acceptance_criteria: [],
  protected_paths: [],
  base_branch: 'main',
  acceptance_files: [],
  publication: 'on_request',
  verification_commands: [{ name: 'tests', argv: ['true'], expect: 'passes' }],
  reward: { amount: '1', currency: 'USDC' },
  verifier_fee: { amount: '1', currency: 'USDC' },
  verifiers: 3,
  quorum: 2,
  max_attempts: 3,
  open_seconds: 9_000,
  work_seconds: 9_000,
  verification_seconds: 9_000,
}
export const bodies: Partial<Record<string, string>> = {
  withdrawEarnings: JSON.stringify({ amount: { amount: '1', currency: 'USDC' }, destination: `0x${'2'.repeat(40)}` }),
  requestPayee: JSON.stringify({ payee: `0x${'2'.repeat(40)}`, signature: `0x${'1'.repeat(130)}` }),
  cancelPayee: JSON.stringify({ signature: `0x${'1'.repeat(130)}` }),
  replaceDraft: JSON.stringify({ version: 1, ...content }),
  updateDraft: JSON.stringify({ version: 1 }),
  publishResult: JSON.stringify({ result_commitment: `0x${'1'.repeat(64)}`, accepts_execution: true }),
}

/** A body of the documented form for every POST of a session that takes one. */
export const valid: Partial<Record<string, string>> = {
  ...bodies,
  completeGithubInstall: JSON.stringify({ state: 'x'.repeat(30), code: 'code', installation_id: '1' }),
  previewIssue: JSON.stringify({ repository_access_id: unknown.repository_access_id, number: 1 }),
  createDraft: JSON.stringify({ repository_access_id: unknown.repository_access_id, number: 1 }),
  createAgent: JSON.stringify({ name: 'Once only', role: 'worker' }),
  markNotificationsRead: JSON.stringify({ all: true }),
  confirmMailAddress: JSON.stringify({ token: 'unknown' }),
  createWebhookEndpoint: JSON.stringify({ url: receiver }),
  deleteAccount: JSON.stringify({ account_id: unknown.id, leave_behind: null }),
  createApiToken: JSON.stringify({ name: 'Deploy bot', scopes: ['jobs:read'], days: 7 }),
  saveSearch: JSON.stringify({ name: 'Parsers', filter: { q: 'parser' } }),
}
