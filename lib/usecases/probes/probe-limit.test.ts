import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { write } from '#test/agents.ts'
import { type Crew, crewEnv, readyCrew } from '#test/crew.ts'
import { type Client, createDraft, type Draft, openIssue, readyClient } from '#test/journey.ts'
import { type Service, startService } from '#test/service.ts'

let service: Service
let clara: Client
let crew: Crew
beforeAll(async () => {
  service = await startService({ runtimePlaces: 1, env: { ...crewEnv, PROBES_PER_HOUR: '2' } })
  clara = await readyClient(service)
  crew = await readyCrew(service, [], ['vera'])
})
afterAll(() => service.stop())
beforeEach(async () => {
  await write(service, (tx) => tx`delete from probes`)
  await Promise.all(crew.verifiers.map(({ peer }) => peer.heartbeat({ can_probe: true })))
})

const review = ({ id }: Pick<Draft, 'id'>) => clara.person.call('reviewDraft', { params: { id } })
const draftOf = async () => createDraft(clara, await openIssue(service))
const probes = () => service.sql`select state, tries from probes order by id`
const overLimit = { state: 'READY', probe: { state: 'NOBODY_FREE' } }

test('a probe that waits for a verifier counts as one that was asked', async () => {
  const drafts = [await draftOf(), await draftOf(), await draftOf()] as const
  expect(await review(drafts[0])).toMatchObject({ probe: { state: 'RUNNING' } })
  expect(await review(drafts[1])).toMatchObject({ probe: { state: 'RUNNING' } })
  expect(await probes()).toMatchObject([
    { state: 'ASKED', tries: 1 },
    { state: 'WAITING', tries: 0 },
  ])
  const third = await review(drafts[2])
  expect(third).toMatchObject(overLimit)
  expect(third.findings.map(({ message }) => message).join()).toContain('2 times within an hour')
})

test('a probe that asked nobody makes room for the one that replaces it', async () => {
  const [first, second] = [await draftOf(), await draftOf()]
  await review(first)
  const { version } = await review(second)
  const commands = [{ name: 'other', argv: ['node', '--test'], expect: 'fails_then_passes' as const }]
  await clara.person.call('updateDraft', {
    params: { id: second.id },
    body: { version, verification_commands: commands },
  })
  expect(await review(second)).toMatchObject({ state: 'DRAFT', probe: { state: 'RUNNING' } })
  expect(await probes()).toMatchObject([{ state: 'ASKED' }, { state: 'ENDED', tries: 0 }, { state: 'WAITING' }])
})

test('reviews at the same moment have no more verifiers asked than the limit', async () => {
  const drafts = await Promise.all(Array.from({ length: 6 }, draftOf))
  const reviewed = await Promise.all(drafts.map(review))
  const states = reviewed.map(({ state, probe }) => `${state} ${probe?.state}`).sort()
  expect(states).toEqual([...Array(2).fill('DRAFT RUNNING'), ...Array(4).fill('READY NOBODY_FREE')])
  const live = await service.sql`select count(*)::int as count from probes where state in ('WAITING', 'ASKED')`
  expect(live).toEqual([{ count: 2 }])
})
