import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { work, write } from '#test/agents.ts'
import { assign, type Crew, crewEnv, deliver, hear, offeredTo, readJob, readyCrew } from '#test/crew.ts'
import { type Client, fundedJob, index, openIssue, readyClient } from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import { type Service, startService } from '#test/service.ts'
import type { CallInput } from '../../client/api.ts'
import { advanceJob } from './advance-job.ts'

type Limits = NonNullable<CallInput<'updateAgent'>['body']>['limits']

let service: Service
let clara: Client
let crew: Crew
beforeAll(async () => {
  service = await startService({ runtimePlaces: 5, env: crewEnv })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['wanda'], ['vera', 'victor', 'viola', 'vito'])
})
afterAll(() => service.stop())
beforeEach(async () => {
  await write(service, async (tx) => {
    await tx`update assignments set state = 'RELEASED', ended_at = now() where ended_at is null`
    await tx`update agents set resting_until = null, repositories = '[]', languages = '[]', hours = null`
  })
  await hear([...crew.workers, ...crew.verifiers])
})

const agentOf = (who: 'workers' | 'verifiers', index = 0) => {
  const agent = crew[who][index]
  if (!agent) throw new Error('the crew is smaller than that')
  return agent
}
const limit = (limits: Limits, { owner, agentId } = agentOf('workers')) =>
  owner.call('updateAgent', { params: { id: agentId }, body: { limits } })

const newJob = async () => (await fundedJob(clara, await openIssue(service))).onchain_job_id

/** Whether the worker is offered a new job of acme/slugify-lite, a JavaScript repository. */
async function isOffered(): Promise<boolean> {
  const id = await newJob()
  await work(service, id)
  return (await offeredTo(crew.workers, id)) !== undefined
}

/** A span of hours that holds, or does not hold, this moment there. */
function span(timeZone: string, isNow: boolean) {
  const at = (minutes: number) =>
    new Date(Date.now() + minutes * 60_000).toLocaleTimeString('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
    })
  const [from, to] = isNow ? [at(-60), at(60)] : [at(60), at(120)]
  return { from, to, time_zone: timeZone }
}

test('a new agent asks for half of the reward if a result is not decided, until its owner chooses otherwise', async () => {
  const { owner } = agentOf('workers')
  const unsaid = await owner.call('createAgent', { body: { name: 'New', role: 'worker' } })
  expect(unsaid.limits.min_silence_share_bps).toBe(5_000)
  const body = { name: 'Content', role: 'worker' as const, limits: { min_silence_share_bps: 0 } }
  expect((await owner.call('createAgent', { body })).limits.min_silence_share_bps).toBe(0)
})

describe('a worker is offered only what its owner allows:', () => {
  test.each<[string, Limits, boolean]>([
    ['any repository', { repositories: [] }, true],
    ['this repository', { repositories: ['ACME/slugify-lite'] }, true],
    ['every repository of this owner', { repositories: ['other/thing', 'acme/*'] }, true],
    ['another repository', { repositories: ['acme/slugify'] }, false],
    ['this language', { languages: ['javascript'] }, true],
    ['another language', { languages: ['Rust', 'Go'] }, false],
    ['hours that hold now', { hours: span('UTC', true) }, true],
    ['hours that hold now elsewhere', { hours: span('Pacific/Auckland', true) }, true],
    ['hours that are over', { hours: span('America/New_York', false) }, false],
    ['a smaller reward', { min_reward: { amount: '3.000000', currency: 'USDC' } }, true],
    ['as large a share if undecided', { min_silence_share_bps: 5_000 }, true],
    ['a larger share if undecided', { min_silence_share_bps: 5_001 }, false],
    ['a larger reward', { min_reward: { amount: '3.000001', currency: 'USDC' } }, false],
  ])('%s', async (_, limits, expected) => {
    await limit(limits)
    try {
      expect(await isOffered()).toBe(expected)
    } finally {
      await limit({ min_reward: { amount: '0', currency: 'USDC' }, min_silence_share_bps: 0 })
    }
  })

  test('limits that are not named stay as they are', async () => {
    await limit({ repositories: ['acme/*'], languages: ['JavaScript'] })
    const changed = await limit({ hours: span('UTC', true) })
    expect(changed.limits).toMatchObject({ repositories: ['acme/*'], languages: ['JavaScript'] })
    expect((await limit({ hours: null })).limits.hours).toBeNull()
  })
})

test('a verifier outside its hours is not counted on, and the job says what is missing', async () => {
  await limit({ hours: span('UTC', false) }, agentOf('verifiers'))
  const id = await newJob()
  await work(service, id)
  expect((await readJob(clara.person, id)).execution.reason).toContain('Not enough independent verifiers are available')
})

test('a verifier that owes as many verdicts as it may is not counted on, until it has given them or their time is over', async () => {
  const ctx = service.context({ SEATS_PER_VERIFIER: '1' })
  const [judged, waiting] = [await newJob(), await newJob()]
  const panel = await deliver(service, crew, await assign(service, crew, judged))
  await limit({ max_concurrent_jobs: 2 })
  const reason = async () => {
    await advanceJob(ctx, { onchainJobId: waiting })
    return (await readJob(clara.person, waiting)).execution.reason
  }
  expect(await reason()).toContain('Not enough independent verifiers are available')
  expect(panel).toHaveLength(3)
  await service.node.increaseTime({ seconds: 2 * 3_600 })
  await service.node.mine({ blocks: 1 })
  await index(service)
  expect(await reason()).toContain('Offered to a worker')
})

test.each<[string, object, string]>([
  ['a repository that is none', { repositories: ['not a name'] }, '/limits/repositories/0'],
  ['a time that is none', { hours: { from: '24:00', to: '06:00', time_zone: 'UTC' } }, '/limits/hours/from'],
  [
    'an offset, whose sign the database would read the other way round',
    { hours: { from: '22:00', to: '06:00', time_zone: '+01:00' } },
    '/limits/hours/time_zone',
  ],
  [
    'a zone that the database does not know, which would stop every search for workers',
    { hours: { from: '22:00', to: '06:00', time_zone: 'Mars/Phobos' } },
    '/limits/hours/time_zone',
  ],
])('%s is refused by name', async (_, limits, pointer) => {
  const refused = await refusal(limit(limits as Limits))
  expect([refused.status, refused.errors.map((error) => error.pointer)]).toEqual([400, [pointer]])
})
