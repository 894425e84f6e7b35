import type { Person } from '#test/people/person.ts'
import { watchSettlement } from '#tools/demo/settle-job.ts'
import { findOwner, withdrawReward } from '#tools/demo/withdraw.ts'
import { ownerOf } from '#tools/start/runtimes.ts'
import { fundThroughApi, repository, unwanted } from './fund.ts'
import type { Stack } from './stack.ts'

export type Persona = 'stranger' | 'client' | 'agent_owner' | 'both'

/** What there is to see in a stack that people have used. */
export type LivedIn = {
  people: Record<Exclude<Persona, 'stranger'>, Person>
  repositoryId: string
  jobs: { open: string; settled: string }
  drafts: { fresh: string; blocked: string; ready: string; funded: string }
  agents: { active: string; unpaired: string }
  issues: { funded: string; unfunded: string }
  webhookEndpointId: string
  /** Address of the worker that was paid. */
  worker: string
}

type Drafts = Awaited<ReturnType<typeof listDrafts>>

const unpairedName = 'Second shift'
const commands = [{ name: 'tests', argv: ['node', '--test', 'test/punctuation.test.js'], expect: 'fails_then_passes' }]

/** Brings a stack to where every page has something to show; what is there already is left as it is. */
export async function liveIn(stack: Stack): Promise<LivedIn> {
  const { clara, settled, open } = await jobsOfClara(stack)
  const { owner, agentId } = await findOwner(stack.places, settled.agent)
  const repositoryId = await accessOf(clara)
  const drafts = await draftsOfClara(clara, repositoryId)
  const bea = ownerOf('bea', stack.places)
  await clara.call('saveSearch', { body: { name: 'Bugs that pay', filter: { label: 'bug', reward_min: '5' } } })
  await bea.signIn()
  await bea.call('becomeClient')
  await bea.call('becomeAgentOwner')
  return {
    people: { client: clara, agent_owner: owner, both: bea },
    repositoryId,
    jobs: { open: open.id, settled: settled.id },
    drafts: { ...drafts, funded: open.draft },
    agents: { active: agentId, unpaired: await unpairedAgent(owner) },
    issues: { funded: `acme:slugify-lite:${open.issue}`, unfunded: 'acme:slugify-lite:4' },
    webhookEndpointId: await failingEndpoint(clara),
    worker: settled.agent,
  }
}

async function jobsOfClara(stack: Stack) {
  const clara = ownerOf('clara', stack.places)
  await clara.signIn()
  await clara.call('becomeClient')
  if (!(await jobOf(clara, 'SETTLED'))) {
    const funded = await fundThroughApi(stack)
    const paid = await watchSettlement(funded.clara, stack.ledger, funded)
    await withdrawReward(stack.places, stack.ledger, paid)
  }
  if (!(await jobOf(clara, 'OPEN'))) await fundThroughApi(stack, unwanted)
  const [settled, open] = [await jobOf(clara, 'SETTLED'), await jobOf(clara, 'OPEN')]
  if (!settled || !open) throw new Error('the client has no settled or no open job')
  return { clara, settled, open }
}

/** The newest job of that state. */
async function jobOf(clara: Person, state: 'SETTLED' | 'OPEN') {
  const { data } = await clara.call('listJobs', { query: { state, limit: '1' } })
  const id = data[0]?.onchain_job_id
  if (id === undefined) return undefined
  const job = await clara.call('getJob', { params: { onchain_job_id: id } })
  const worker = job.execution.assignments.findLast((one) => one.attempt !== null)?.agent
  return { id, draft: job.draft_id ?? '', issue: job.issue_number, agent: (worker ?? '') as `0x${string}` }
}

async function accessOf(clara: Person): Promise<string> {
  const { installations } = await clara.call('getGithubStatus')
  const found = installations.flatMap((one) => one.repositories).find((one) => one.full_name === repository)
  if (!found) throw new Error(`${repository} is not connected`)
  return found.id
}

/** One draft as it is made, one that its review sends back, one that is ready; of issues without a draft of hers. */
async function draftsOfClara(clara: Person, access: string) {
  const data = await listDrafts(clara)
  const issues = await clara.call('listRepositoryIssues', { params: { repository_access_id: access } })
  const used = new Set(data.map((draft) => draft.issue.number))
  const free = issues.data.map((issue) => issue.number).filter((number) => !used.has(number))
  const make = async (known: Drafts[number] | undefined, terms: object, isReviewed: boolean) => {
    if (known) return known.id
    const id = await createDraft(clara, access, free.pop() ?? 0, terms)
    if (isReviewed) await clara.call('reviewDraft', { params: { id }, body: { probe_mode: 'skip' } })
    return id
  }
  const isBlocked = (draft: Drafts[number]) =>
    draft.state === 'DRAFT' && draft.findings.some(({ severity }) => severity === 'blocking')
  const isFresh = (draft: Drafts[number]) => draft.state === 'DRAFT' && draft.reviewed_at === null
  return {
    fresh: await make(data.find(isFresh), {}, false),
    blocked: await make(data.find(isBlocked), { verification_commands: commands, verification_seconds: 1 }, true),
    ready: await make(
      data.find((draft) => draft.state === 'READY'),
      { verification_commands: commands },
      true,
    ),
  }
}

async function listDrafts(clara: Person) {
  return (await clara.call('listDrafts', { query: { limit: '100' } })).data
}

async function createDraft(clara: Person, access: string, number: number, terms: object): Promise<string> {
  const { issue } = await clara.call('previewIssue', { body: { repository_access_id: access, number } })
  const body = { repository_access_id: access, number, content_hash: issue.content_hash, ...terms }
  return (await clara.call('createDraft', { body, idempotencyKey: crypto.randomUUID() })).id
}

async function unpairedAgent(owner: Person): Promise<string> {
  const { data } = await owner.call('listAgents', { query: { limit: '100' } })
  const known = data.find((agent) => agent.name === unpairedName)
  return (known ?? (await owner.call('createAgent', { body: { name: unpairedName, role: 'verifier' } }))).id
}

/** A webhook endpoint where nobody listens, with one delivery that is tried again. */
async function failingEndpoint(clara: Person): Promise<string> {
  const { data } = await clara.call('listWebhookEndpoints')
  const known = data.find(({ failing_since }) => failing_since !== null)
  if (known) return known.id
  const body = { url: 'http://127.0.0.1:1024/webhooks', description: 'Deploy bot', events: ['jobs' as const] }
  const { endpoint } = await clara.call('createWebhookEndpoint', { body })
  await clara.call('testWebhookEndpoint', { params: { endpoint_id: endpoint.id } })
  return endpoint.id
}
