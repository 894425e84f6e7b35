import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { hostFaults } from '#sandbox/repository-host/faults/client.ts'
import {
  approvedDraft,
  atHost,
  type Client,
  createDraft,
  type Draft,
  grant,
  newKey,
  openIssue,
  readyClient,
  readyDraft,
  tidy,
} from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import { type Service, startService } from '#test/service.ts'

let service: Service
let clara: Client
beforeAll(async () => {
  service = await startService()
  clara = await readyClient(service)
})
afterEach(async () => {
  await hostFaults(service.host.url).set({})
  await tidy(service)
})
afterAll(() => service.stop())

const commit = (files: Record<string, string | null>, repository = 'acme/slugify-lite') =>
  atHost(service, 'POST', `/repos/${repository}/commits`, { branch: 'main', message: 'Change the base', files })
const create = async (more = {}) => createDraft(clara, await openIssue(service), more)
const update = ({ id, version }: Draft, change: object) =>
  clara.person.call('updateDraft', { params: { id }, body: { version, ...change } })
const review = async ({ id }: Pick<Draft, 'id'>) => {
  const reviewed = await clara.person.call('reviewDraft', { params: { id } })
  const about = reviewed.findings.filter(({ pointer }) => pointer === '/protected_paths')
  return { ...reviewed, about: about.map(({ code, next_action }) => `${code}: ${next_action}`) }
}
const command = (...argv: string[]) => ({ verification_commands: [{ name: 'check', argv, expect: 'passes' }] })
/** As an older version left it. */
const forget = ({ id }: Draft, protectedPaths: string[]) =>
  service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update drafts set default_protection = null, protected_paths = ${tx.json(protectedPaths)} where id = ${id}`
  })

test('a draft without a list of what to protect protects what judges it on the base, and its review finds nothing', async () => {
  await commit({ 'checks/run.js': 'process.exit(1)\n' })
  const draft = await create(command('node', 'checks/run.js'))
  expect(draft.protected_paths).toEqual(
    expect.arrayContaining(['checks/run.js', '**/test', '**/*.test.*', '**/package*.json', '**/vitest.*']),
  )
  expect(draft.protected_paths).not.toContain('**/conftest.py')
  expect(await review(draft)).toMatchObject({ state: 'READY', about: [], protected_paths: draft.protected_paths })
})

test('a script of package.json is read for what it names', async () => {
  const manifest = { name: 'slugify-lite', type: 'module', scripts: { test: 'node checks/run.js', lint: 'node x.js' } }
  await commit({ 'package.json': JSON.stringify(manifest), 'checks/run.js': '', 'x.js': '' })
  const { protected_paths: paths } = await create()
  expect(paths).toContain('checks/run.js')
  expect(paths).not.toContain('x.js')
  await commit({ 'package.json': '{ "scripts": ' })
  expect((await create()).protected_paths).toContain('**/package*.json')
})

test('what the client leaves out stays out, and each review says what that allows until it is added back', async () => {
  const draft = await create({ protected_paths: ['mine', '**/package*.json'] })
  const { state, about, findings } = await review(draft)
  expect(state).toBe('READY')
  expect(about).toContain('judge_unprotected: Add **/test to the protected paths.')
  const message = expect.stringMatching(
    /^A result may change “test\/.*” and others, which can decide whether it passes\.$/,
  )
  expect(findings).toContainEqual(
    expect.objectContaining({ severity: 'warning', pointer: '/protected_paths', message }),
  )
  const again = await review(draft)
  expect(again).toMatchObject({ about, protected_paths: ['mine', '**/package*.json'] })
  const complete = await create()
  await update(again, { protected_paths: ['mine', ...complete.protected_paths] })
  expect((await review(draft)).about).toEqual([])
})

test('other commands add what they name, and nothing that the client took out comes back', async () => {
  await commit({ 'checks/run.js': '', 'checks/more.js': '' })
  const draft = await create(command('node', 'checks/run.js'))
  const kept = draft.protected_paths.filter((path) => path !== '**/test' && path !== 'checks/run.js')
  const without = await update(draft, { protected_paths: kept })
  expect(without.protected_paths).toEqual(kept)
  const more = await update(without, command('python3', 'checks/more.js'))
  expect(more.protected_paths).toEqual([...kept, ...more.protected_paths.slice(kept.length)])
  expect(more.protected_paths.slice(kept.length)).toEqual(
    expect.arrayContaining(['checks/more.js', '**/conftest.py', '**/pyproject.toml']),
  )
  expect(more.protected_paths).not.toContain('**/test')
  expect(await update(more, { title: 'Another title' })).toMatchObject({ protected_paths: more.protected_paths })
})

test('while the host is out a change is taken, and the review adds what it would have added', async () => {
  const draft = await create()
  await hostFaults(service.host.url).set({ outage: true })
  const changed = await update(draft, command('pytest', '-q'))
  expect(changed.protected_paths).toEqual(draft.protected_paths)
  expect(await refusal(review(draft))).toMatchObject({ status: 503, code: 'repository_host_unavailable' })
  expect(await refusal(create())).toMatchObject({ status: 503, code: 'repository_host_unavailable' })
  await hostFaults(service.host.url).set({})
  const reviewed = await review(draft)
  expect(reviewed.protected_paths).toContain('**/conftest.py')
  expect(reviewed.about).toEqual([expect.stringContaining('protection_added')])
  expect((await review(draft)).about).toEqual([])
})

test('what the base has gained since the last look is protected by the next review', async () => {
  const draft = await create(command('sh', 'later/verify.sh'))
  expect(draft.protected_paths).not.toContain('later/verify.sh')
  await commit({ 'later/verify.sh': 'exit 0\n' })
  expect((await review(draft)).protected_paths).toContain('later/verify.sh')
})

test('a repository whose files the host does not list completely is protected by patterns of every tool chain', async () => {
  await hostFaults(service.host.url).set({ treeEntries: 1 })
  const { protected_paths: paths } = await create(command('make', 'check'))
  expect(paths).toEqual(expect.arrayContaining(['**/test', '**/conftest.py', '**/package*.json', '**/go.mod']))
})

test('an empty repository has a draft like any other', async () => {
  await atHost(service, 'POST', '/repos', { owner: 'clara-client', name: 'empty' })
  const access = await grant(clara.person, 'clara-client', 'empty')
  const number = await openIssue(service, { repository: 'clara-client/empty' })
  const { protected_paths: paths } = await createDraft({ ...clara, access }, number)
  expect(paths).toEqual(expect.arrayContaining(['**/test', '**/package*.json']))
})

test('a draft of an older version gets the default at its next review, and is not funded without one', async () => {
  const draft = await readyDraft(clara, await openIssue(service))
  await forget(draft, ['.github', 'package.json'])
  const asked = { params: { id: draft.id }, idempotencyKey: newKey() }
  expect(await refusal(clara.person.call('createApprovalChallenge', asked))).toMatchObject({
    status: 409,
    code: 'draft_has_findings',
    next_actions: [{ code: 'review' }],
  })
  const { state, protected_paths: paths, about } = await review(draft)
  expect([state, about.length]).toEqual(['READY', 1])
  expect(paths.slice(0, 2)).toEqual(['.github', 'package.json'])
  expect(paths).toEqual(expect.arrayContaining(['**/test', '**/*.test.*']))
})

test('a draft of an older version that is being funded keeps its terms, also when they are renewed', async () => {
  const old = ['.github', 'package.json']
  const draft = await approvedDraft(clara, await openIssue(service), { protected_paths: old })
  await forget(draft, old)
  const before = draft.snapshot?.fund_by
  await service.node.increaseTime({ seconds: 7_200 })
  await service.node.mine({ blocks: 1 })
  const asked = { params: { id: draft.id }, idempotencyKey: newKey() }
  await clara.person.call('createApprovalChallenge', asked)
  const renewed = await clara.person.call('getDraft', { params: { id: draft.id } })
  expect(renewed.snapshot?.fund_by).not.toBe(before)
  expect(renewed).toMatchObject({ state: 'LOCKED', protected_paths: old })
  expect(renewed.snapshot?.policy_document.protected_paths).toEqual(old)
})

// Last, because a base with a Python file is protected as one.
test('examples in a source file stay protected, and block until the client chooses what to do with them', async () => {
  await commit({ 'src/words.py': 'def words(text):\n    """\n    >>> words("a b")\n    2\n    """\n' })
  const argv = ['python', '-m', 'doctest', 'src/words.py']
  const draft = await create({ verification_commands: [{ name: 'check', argv, expect: 'fails_then_passes' }] })
  expect(draft.protected_paths).toContain('src/words.py')
  const blockers = ({ state, findings }: Awaited<ReturnType<typeof review>>) => ({
    state,
    codes: findings.filter(({ severity }) => severity === 'blocking').map(({ code }) => code),
  })
  const reviewed = await review(draft)
  expect(blockers(reviewed)).toEqual({ state: 'DRAFT', codes: ['tests_in_protected_source'] })
  const open = await update(reviewed, {
    protected_paths: draft.protected_paths.filter((path) => path !== 'src/words.py'),
  })
  const again = await review(open)
  expect(blockers(again)).toEqual({ state: 'READY', codes: [] })
  expect(again.about).toContain('judge_unprotected: Add src/words.py to the protected paths.')
})
