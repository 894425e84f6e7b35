import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addRepository, installationOf, namesIn } from '#test/installing.ts'
import { type Access, atHost, grant, openIssue, signInClient } from '#test/journey.ts'
import type { Person } from '#test/people/person.ts'
import { refusal } from '#test/refusal.ts'
import { type Service, startService } from '#test/service.ts'

let service: Service
let clara: Person
let number = 0

beforeAll(async () => {
  service = await startService()
  clara = await signInClient(service, 'clara')
})
afterAll(() => service.stop())

const money = { amount: '1.000000', currency: 'USDC' as const }

/** A fresh repository of acme that Clara may push to and that is connected. */
async function connected(more: { private?: boolean } = {}): Promise<{ access: Access; name: string; issue: number }> {
  number += 1
  const { fullName } = await addRepository(service, { name: `subject-${number}`, ...more })
  const access = await grant(clara, 'acme', `subject-${number}`)
  return { access, name: fullName, issue: await openIssue(service, { repository: fullName }) }
}

const doors = {
  browsing: ({ id }: Access) => clara.call('listRepositoryIssues', { params: { repository_access_id: id } }),
  preview: ({ id }: Access, issue: number) =>
    clara.call('previewIssue', { body: { repository_access_id: id, number: issue } }),
  'draft creation': ({ id }: Access, issue: number) =>
    clara.call('createDraft', { body: { repository_access_id: id, number: issue, reward: money } }),
}

const row = async (access: Access) => (await service.sql`select * from repository_accesses where id = ${access.id}`)[0]
const eventsOf = async (name: string, fullName: string) =>
  (await service.sql`select evidence from events where name = ${name} and evidence->>'full_name' = ${fullName}`).length

const losses: Record<string, (name: string) => Promise<unknown>> = {
  'is deleted': (name) => atHost(service, 'DELETE', `/repos/${name}`),
  'is private and no longer shared': async (name) => {
    await atHost(service, 'PATCH', `/repos/${name}`, { private: true })
    await atHost(service, 'DELETE', `/repos/${name}/collaborators/clara-client`)
  },
  'is public and no longer shared': (name) => atHost(service, 'DELETE', `/repos/${name}/collaborators/clara-client`),
  'went to an account without the App': (name) => atHost(service, 'PATCH', `/repos/${name}`, { owner: 'oscar-owner' }),
}

describe.each(Object.keys(losses))('a repository that %s', (loss) => {
  test.each(Object.keys(doors) as (keyof typeof doors)[])(
    'is closed by the very request of %s, with an event and the way out (row 64)',
    async (door) => {
      const { access, name, issue } = await connected()
      await losses[loss]?.(name)
      const met = await refusal(doors[door](access, issue))
      expect(met).toMatchObject({ status: 404, code: 'not_found' })
      expect(met.next_actions.map((action) => action.code)).toEqual(['connect_repositories'])
      expect((await row(access))?.removed_at).not.toBeNull()
      expect(await eventsOf('repository.closed', name)).toBe(1)
      expect(namesIn(await clara.call('getGithubStatus'))).not.toContain(name)
    },
  )
})

test('a renamed repository is followed by its id in every use, and the new name is kept', async () => {
  for (const [door, use] of Object.entries(doors)) {
    const { access, name, issue } = await connected()
    const renamed = `${name}-renamed`
    await atHost(service, 'PATCH', `/repos/${name}`, { name: renamed.split('/')[1] })
    await use(access, issue)
    expect((await row(access))?.full_name, door).toBe(renamed)
  }
})

test('a repository that moved to another connected account is found there under the same access', async () => {
  await grant(clara, 'clara-client')
  const { access, name, issue } = await connected()
  await atHost(service, 'PATCH', `/repos/${name}`, { owner: 'clara-client' })
  const { repository_full_name } = await doors.preview(access, issue)
  expect(repository_full_name).toBe(name.replace('acme/', 'clara-client/'))
  const after = await row(access)
  expect(after?.removed_at).toBeNull()
  expect(Number(after?.installation_id)).toBe(await installationOf(service, 'clara-client'))
})

test('a repository made private or archived, and a role narrowed to pull, are seen by the next request', async () => {
  const { access, name, issue } = await connected()
  const seen = async () => {
    await doors.browsing(access)
    const found = await row(access)
    return [found?.private, found?.archived, found?.can_push, found?.can_pull]
  }
  expect(await seen()).toEqual([false, false, true, true])
  await atHost(service, 'PATCH', `/repos/${name}`, { private: true })
  expect(await seen()).toEqual([true, false, true, true])
  await atHost(service, 'PUT', `/repos/${name}/collaborators/clara-client`, { permission: 'pull' })
  expect(await seen()).toEqual([true, false, false, true])
  expect((await doors.preview(access, issue)).can_draft).toBe(false)
  expect(await refusal(doors['draft creation'](access, issue))).toMatchObject({ code: 'repository_permission' })
  await atHost(service, 'PUT', `/repos/${name}/collaborators/clara-client`, { permission: 'push' })
  await atHost(service, 'PATCH', `/repos/${name}`, { archived: true })
  expect((await doors.preview(access, issue)).can_draft).toBe(false)
  expect(await seen()).toEqual([true, true, true, true])
  const changes = await service.sql`
    select evidence from events where name = 'repository.changed' and evidence->>'repository_id' = ${access.repository_id}`
  expect(changes).toHaveLength(3)
})

test('an installation that is suspended, or gone, closes its public repositories too', async () => {
  const ends: [string, string][] = [
    ['PUT', '/suspended'],
    ['DELETE', ''],
  ]
  for (const [method, path] of ends) {
    const { access } = await connected()
    const id = await installationOf(service, 'acme')
    await atHost(service, method, `/installations/${id}${path}`)
    expect(await refusal(doors.browsing(access))).toMatchObject({ status: 404, code: 'not_found' })
    expect((await row(access))?.removed_at).not.toBeNull()
    if (method === 'PUT') await atHost(service, 'DELETE', `/installations/${id}/suspended`)
  }
})

test('a reading that began before another one never replaces it', async () => {
  const { access, name } = await connected()
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  let first = true
  service.wires.host.rewrite = async ({ path }, answer) => {
    if (!first || !path.includes('/repositories')) return answer
    first = false
    await held
    return answer
  }
  const old = doors.browsing(access)
  await expect.poll(() => first).toBe(false)
  await atHost(service, 'PUT', `/repos/${name}/collaborators/clara-client`, { permission: 'pull' })
  await doors.browsing(access)
  release()
  await old
  service.wires.host.mend()
  expect((await row(access))?.can_push).toBe(false)
})
