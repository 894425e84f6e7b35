import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDraft, openIssue, readyClient } from '#test/journey.ts'
import { type Service, startService } from '#test/service.ts'
import { demoCriterion } from './fund-job.ts'
import { freeIssue, solvableAt } from './issues.ts'
import { tidyDrafts } from './tidy-drafts.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('a run deletes the drafts that an earlier run left, and none that a person made', async () => {
  const clara = await readyClient(service)
  const own = await createDraft(clara, await openIssue(service))
  const number = await openIssue(service)
  const body = { repository_access_id: clara.access.id, number, acceptance_criteria: [demoCriterion] }
  await clara.person.call('createDraft', { body })
  await tidyDrafts(clara.person)
  const { data } = await clara.person.call('listDrafts', { query: { limit: '100' } })
  expect(data.map(({ id }) => id)).toEqual([own.id])
})

test('a run takes an issue of which the person has no draft', async () => {
  const clara = await readyClient(service)
  const first = solvableAt(0)
  expect(await freeIssue(clara.person, 0)).toEqual(first)
  await createDraft(clara, first.number)
  expect(await freeIssue(clara.person, 0)).toEqual(solvableAt(1))
})
