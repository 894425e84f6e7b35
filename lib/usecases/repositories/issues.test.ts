import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRepository } from '#test/installing.ts'
import { type Access, atHost, grant, openIssue, signInClient } from '#test/journey.ts'
import type { Person } from '#test/people/person.ts'
import { refusal } from '#test/refusal.ts'
import { type Service, startService } from '#test/service.ts'

let service: Service
let clara: Person
let access: Access
const repository = 'acme/shelf'

beforeAll(async () => {
  service = await startService()
  clara = await signInClient(service, 'clara')
  await addRepository(service, { name: 'shelf' })
  await addRepository(service, { name: 'shelf-two' })
  access = await grant(clara, 'acme', 'shelf')
})
afterAll(() => service.stop())

type Query = Record<string, string>
const list = (query: Query, id = access.id) =>
  clara.call('listRepositoryIssues', { params: { repository_access_id: id }, query })
const titles = async (query: Query) => (await list(query)).data.map((issue) => issue.title)
const open = (title: string, more: { labels?: string[]; body?: string } = {}) =>
  openIssue(service, { repository, title, body: '', ...more })
const web = () => service.wires.host.url

test('labels with commas, colons and spaces are found, alone, together and with text', async () => {
  await open('Comma', { labels: ['size: small, round', 'kind:bug'] })
  await open('Colon', { labels: ['kind:bug', 'good first issue'] })
  expect(await titles({ labels: '"size: small, round"' })).toEqual(['Comma'])
  expect((await titles({ labels: 'kind:bug' })).sort()).toEqual(['Colon', 'Comma'])
  expect(await titles({ labels: '"size: small, round", kind:bug' })).toEqual(['Comma'])
  expect(await titles({ labels: 'good first issue', search: 'colon' })).toEqual(['Colon'])
  expect(await refusal(list({ labels: '"open' }))).toMatchObject({ status: 400, errors: [{ pointer: '/labels' }] })
})

test('a search never leaves the repository, whatever operators and qualifiers its text holds', async () => {
  await openIssue(service, { repository: 'acme/shelf-two', title: 'Planks elsewhere' })
  await open('Planks here')
  await open('Planks: repo:acme/shelf-two')
  const foreign = ['planks repo:acme/shelf-two', 'planks OR repo:acme/shelf-two', '-is:issue planks', '") OR "planks']
  for (const search of foreign) {
    const found = await titles({ search })
    expect(found, search).not.toContain('Planks elsewhere')
  }
  expect((await titles({ search: 'planks' })).sort()).toEqual(['Planks here', 'Planks: repo:acme/shelf-two'])
  expect(await titles({ search: 'repo:acme/shelf-two' })).toEqual(['Planks: repo:acme/shelf-two'])
  const sent = service.wires.host.requests.filter(({ path }) => path.includes('/search/issues'))
  for (const { path } of sent) {
    const q = new URL(path, 'http://host').searchParams.get('q') ?? ''
    expect(q.replaceAll(/"[^"]*"/g, '')).toMatch(/^ *repo:acme\/shelf is:issue (label: )*is:open$/)
  }
})

test('an issue is found by its number, first of what has the number as a word, and never in another repository', async () => {
  const number = await open('Numbered', { labels: ['Counted'] })
  await open(`Follows ${number}`)
  for (const search of [`#${number}`, `${repository}#${number}`, `Acme/SHELF#${number}`])
    expect([search, await titles({ search })]).toEqual([search, ['Numbered']])
  expect(await titles({ search: String(number) })).toEqual(['Numbered', `Follows ${number}`])
  expect(await titles({ search: `#${number}`, labels: 'counted' })).toEqual(['Numbered'])
  for (const query of [
    { search: `acme/shelf-two#${number}` },
    { search: '#99999' },
    { search: `#${number}`, labels: 'x' },
  ])
    expect(await titles(query)).toEqual([])
  await atHost(service, 'PATCH', `/repos/${repository}/issues/${number}`, { state: 'closed' })
  expect(await titles({ search: `#${number}` })).toEqual([])
  expect(await titles({ search: `#${number}`, state: 'all' })).toEqual(['Numbered'])
})

test('every sort and direction of the host is passed on', async () => {
  const first = await open('Sorted one', { labels: ['sorted'] })
  await open('Sorted two', { labels: ['sorted'] })
  await atHost(service, 'POST', `/repos/${repository}/issues/${first}/comments`, { body: 'One.' })
  const order = (sort: string, direction: string) => titles({ labels: 'sorted', sort, direction })
  expect(await order('created', 'asc')).toEqual(['Sorted one', 'Sorted two'])
  expect(await order('comments', 'desc')).toEqual(['Sorted one', 'Sorted two'])
  expect(await order('comments', 'asc')).toEqual(['Sorted two', 'Sorted one'])
  expect((await order('updated', 'desc')).sort()).toEqual(['Sorted one', 'Sorted two'])
})

test('pages follow each other without gap or repetition, and the last one says so', async () => {
  const made = await Promise.all(Array.from({ length: 7 }, (_, n) => open(`Paged ${n}`, { labels: ['paged'] })))
  for (const extra of [{}, { search: 'paged' }] as Query[]) {
    const numbers: number[] = []
    let cursor: string | null = ''
    for (let pages = 0; cursor !== null && pages < 9; pages += 1) {
      const query: Query = { labels: 'paged', limit: '2', sort: 'created', direction: 'asc', ...extra }
      const page: Awaited<ReturnType<typeof list>> = await list(cursor ? { ...query, cursor } : query)
      numbers.push(...page.data.map((issue) => issue.number))
      cursor = page.next_cursor
    }
    expect(numbers.sort((a, b) => a - b)).toEqual(made.sort((a, b) => a - b))
  }
})

test('pages that hold pull requests alone are passed over', async () => {
  const slugify = await grant(clara, 'acme', 'slugify-lite')
  const listed = await list({ state: 'all', limit: '1', sort: 'created', direction: 'asc' }, slugify.id)
  let [cursor, guard] = [listed.next_cursor, 0]
  while (cursor && guard++ < 60) {
    const page = await list({ state: 'all', limit: '1', sort: 'created', direction: 'asc', cursor }, slugify.id)
    if (page.next_cursor) expect(page.data).toHaveLength(1)
    cursor = page.next_cursor
  }
})

test('a cursor that is garbled, made up, or of another selection is refused before the host is asked', async () => {
  await Promise.all([open('Cursor a', { labels: ['cursor'] }), open('Cursor b', { labels: ['cursor'] })])
  const { next_cursor } = await list({ labels: 'cursor', limit: '1' })
  const own = next_cursor ?? ''
  const encode = (text: string) => Buffer.from(text).toString('base64url')
  const asked = service.wires.host.requests.length
  const refused: Query[] = [
    { labels: 'cursor', limit: '2', cursor: own },
    { labels: 'other', limit: '1', cursor: own },
    { labels: 'cursor', limit: '1', state: 'all', cursor: own },
    { labels: 'cursor', limit: '1', cursor: encode('2') },
    { labels: 'cursor', limit: '1', cursor: encode('2026-11-21') },
    { labels: 'cursor', limit: '1', cursor: encode(crypto.randomUUID()) },
    {
      labels: 'cursor',
      limit: '1',
      cursor: encode(Buffer.from(own, 'base64url').toString().replace('/2', '/9999999')),
    },
  ]
  for (const query of refused) expect(await refusal(list(query)), query.cursor).toMatchObject({ status: 400 })
  expect(service.wires.host.requests).toHaveLength(asked)
  expect((await list({ labels: 'cursor', limit: '1', cursor: own })).data).toHaveLength(1)
})

test('an unchanged list is confirmed by the host and not sent again; a change is seen at once', async () => {
  await open('Kept', { labels: ['kept'] })
  await list({ labels: 'kept' })
  const statuses: number[] = []
  service.wires.host.rewrite = (exchange, answer) => {
    if (exchange.path.includes('/issues')) statuses.push(answer === '' ? 304 : 200)
    return answer
  }
  const first = await list({ labels: 'kept' })
  await open('Kept too', { labels: ['kept'] })
  const second = await list({ labels: 'kept' })
  service.wires.host.mend()
  expect(statuses).toEqual([304, 200])
  expect([first.data.length, second.data.length]).toEqual([1, 2])
})

test('an issue’s address is read with query, anchor and trailing path, over http and https', async () => {
  const number = await open('Addressed')
  const base = `${web()}/${repository}/issues/${number}`
  const host = new URL(web()).host
  for (const url of [
    base,
    `${base}/`,
    `${base}?x=1`,
    `${base}#issuecomment-1`,
    `https://${host}/${repository}/issues/${number}`,
  ])
    expect((await clara.call('previewIssue', { body: { url } })).issue.number, url).toBe(number)
})

test('an address of another host, a pull request or a repository that is not granted is refused with a reason', async () => {
  const number = await open('Refused')
  const path = `/${repository}/issues/${number}`
  const met = (url: string) => refusal(clara.call('previewIssue', { body: { url } }))
  const { host, port } = new URL(web())
  const foreign = [
    `http://example.test${path}`,
    `http://127.0.0.1:${Number(port) - 1}${path}`,
    `ftp://${host}${path}`,
    `http://someone@${host}${path}`,
    `http://${host}.example.test${path}`,
    `${web()}/${repository}`,
    `${web()}/${repository}/issues/0`,
    `${web()}/${repository}/issues/new`,
  ]
  for (const url of foreign)
    expect(await met(url), url).toMatchObject({ status: 400, code: 'invalid_request', errors: [{ pointer: '/url' }] })
  expect(await met(`${web()}/${repository}/pull/1/files`)).toMatchObject({ status: 422, code: 'issue_not_usable' })
  for (const name of ['clara-client/dotfiles', 'nobody/nothing']) {
    const refused = await met(`${web()}/${name}/issues/1`)
    expect(refused).toMatchObject({ status: 404, code: 'not_found' })
    expect(refused.next_actions.map((action) => action.code)).toEqual(['connect_repositories'])
  }
})

test('an address with a former name finds the renamed repository, and a name taken over finds the new holder', async () => {
  await addRepository(service, { name: 'first' })
  await grant(clara, 'acme', 'first')
  const number = await openIssue(service, { repository: 'acme/first', title: 'In the first' })
  await atHost(service, 'PATCH', '/repos/acme/first', { name: 'moved-on' })
  const preview = () => clara.call('previewIssue', { body: { url: `${web()}/acme/first/issues/${number}` } })
  expect((await preview()).repository_full_name).toBe('acme/moved-on')
  await atHost(service, 'PATCH', '/repos/acme/moved-on', { name: 'first' })
  await preview()
  await atHost(service, 'PATCH', '/repos/acme/first', { name: 'moved-again' })
  await addRepository(service, { name: 'first' })
  await openIssue(service, { repository: 'acme/first', title: 'In the second' })
  const taken = await preview()
  expect([taken.repository_full_name, taken.issue.title]).toEqual(['acme/first', 'In the second'])
})

test('the branches of a granted repository are listed, the default one first, and of no other repository', async () => {
  const branches = (id: string) => clara.call('listRepositoryBranches', { params: { repository_access_id: id } })
  const { data, is_complete } = await branches(access.id)
  expect([data[0], is_complete]).toEqual([access.default_branch, true])
  expect(new Set(data).size).toBe(data.length)
  expect(await refusal(branches(crypto.randomUUID()))).toMatchObject({ code: 'not_found' })
})
