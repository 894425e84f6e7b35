import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { advanceUntil, assign, type Crew, crewEnv, deliver, readJob, readyCrew, vote } from '#test/crew.ts'
import { type Client, carryOut, fundedJob, index, newKey, openIssue, readyClient } from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import { type Service, startService } from '#test/service.ts'
import { isOwn, type Offer, takeOffer } from '#test/take-offer.ts'
import { type JobState, jobStates } from '../../domain/job.ts'

let service: Service
let clara: Client
let crew: Crew
beforeAll(async () => {
  service = await startService({ runtimePlaces: 6, env: { ...crewEnv, FUND_BY_SECONDS: '600' } })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['wanda'], ['vera', 'victor', 'viola', 'vito'])
  const [wanda] = crew.workers
  const id = wanda?.agentId ?? ''
  const { version } = (await wanda?.owner.call('getAgent', { params: { id } })) ?? { version: 0 }
  await wanda?.owner.call('updateAgent', { params: { id }, body: { version, limits: { max_concurrent_jobs: 8 } } })
})
afterAll(() => service.stop())

type Terms = Parameters<typeof fundedJob>[2]
const params = (id: string) => ({ onchain_job_id: id })
const open = async (terms?: Terms) => (await fundedJob(clara, await openIssue(service), terms)).onchain_job_id
const act = (id: string) =>
  clara.person.call('createActionChallenge', { params: params(id), body: {}, idempotencyKey: newKey() })

async function pass(seconds: number): Promise<void> {
  await service.node.increaseTime({ seconds })
  await service.node.mine({ blocks: 1 })
  await index(service)
}

/** The client's own action, carried out in the wallet. */
async function ended(id: string): Promise<string> {
  await carryOut(clara.person, await act(id))
  await index(service)
  return id
}

async function delivered(terms?: Terms) {
  const id = await open(terms)
  return { id, panel: await deliver(service, crew, await assign(service, crew, id)) }
}

async function judged(isAccepted: boolean): Promise<string> {
  const { id, panel } = await delivered({ max_attempts: 1 })
  for (const seat of panel) await vote(seat, isAccepted)
  const read = () => readJob(clara.person, id)
  await advanceUntil(service, id, read, ({ state }) => state === (isAccepted ? 'SETTLED' : 'REJECTED'))
  return id
}

/** Ended by the call that the job page names for anyone, since the service would pay the client back at once. */
async function expired(): Promise<string> {
  const id = await open({ open_seconds: 3_600 })
  await assign(service, crew, id)
  await pass(3_700)
  const { exits } = await readJob(clara.person, id)
  const call = exits.find(({ code }) => code === 'release_after_time')?.call
  const account = privateKeyToAccount(service.chain.keys.minter)
  const hash = await service.node.sendTransaction({
    account,
    to: call?.contract as `0x${string}`,
    data: call?.calldata as `0x${string}`,
  })
  await service.node.waitForTransactionReceipt({ hash })
  await index(service)
  return id
}

/** A job in each state, those last that need the chain's clock to pass. */
const reach: Record<JobState, () => Promise<string>> = {
  OPEN: () => open(),
  CANCELLED: async () => ended(await open()),
  SETTLED: () => judged(true),
  REJECTED: () => judged(false),
  SUBMITTED: async () => (await delivered()).id,
  ASSIGNED: async () => {
    const id = await open()
    await assign(service, crew, id)
    return id
  },
  EXPIRED: expired,
  REFUNDED: async () => ended(await expired()),
  LAPSED: async () => {
    const { id } = await delivered()
    await pass(400_000)
    return ended(id)
  },
}

/** What the service asks its database for one look at the page of a job. */
async function statementsFor(id: string): Promise<string[]> {
  const asked: string[] = []
  const { options } = service.services.db.$client
  options.debug = (_, text) => asked.push(text)
  await readJob(clara.person, id)
  options.debug = false
  return asked.filter((text) => !text.includes('pg_catalog.pg_type'))
}

/** What the person is offered about the job, on every page and in every reply. */
async function offersOf(id: string): Promise<Offer[]> {
  const [job, dashboard, overview, transactions] = await Promise.all([
    readJob(clara.person, id),
    clara.person.call('getClientDashboard'),
    clara.person.call('getOverview'),
    clara.person.call('listTransactions', {}),
  ])
  const ofJob = transactions.data.filter(({ onchain_job_id }) => onchain_job_id === id)
  const listed = [...dashboard.pending_actions, ...overview.pending_actions]
  const about = listed.filter(
    ({ href }) => href?.includes(`/jobs/${id}/`) || ofJob.some((one) => href?.includes(one.id)),
  )
  return [...job.pending_actions, ...ofJob.flatMap(({ next_actions }) => next_actions), ...about].filter(isOwn)
}

/** The operations by which something can be done about a job in that state. */
const expected: Record<JobState, string[]> = {
  OPEN: ['createActionChallenge'],
  ASSIGNED: [],
  SUBMITTED: [],
  SETTLED: ['publishResult'],
  REJECTED: ['createActionChallenge'],
  EXPIRED: ['createActionChallenge'],
  CANCELLED: [],
  REFUNDED: [],
  LAPSED: [],
}

test('every state of a job is tried', () => {
  expect(Object.keys(reach).sort()).toEqual([...jobStates].sort())
})

test.each(Object.keys(reach) as JobState[])(
  'whatever is offered for a job that is %s is accepted, also while its challenge is open',
  async (state) => {
    const id = await reach[state]()
    expect((await readJob(clara.person, id)).state).toBe(state)
    expect((await statementsFor(id)).length).toBeLessThanOrEqual(8)
    const accepted = new Set<string>()
    // Whatever the first offer opened is offered in its turn.
    for (const round of ['as it is', 'with what was opened']) {
      for (const offer of await offersOf(id)) {
        const answer = await takeOffer(service, clara.person, offer)
        expect([round, offer.code, answer]).toEqual([round, offer.code, expect.stringMatching(/accepted$/)])
        accepted.add(answer.replace(' accepted', ''))
      }
    }
    expect([...accepted]).toEqual(expect.arrayContaining(expected[state]))
    if (expected[state].includes('createActionChallenge')) return
    expect([...accepted]).not.toContain('createActionChallenge')
    expect(await refusal(act(id))).toMatchObject({ status: 409, code: 'action_not_allowed' })
  },
)
