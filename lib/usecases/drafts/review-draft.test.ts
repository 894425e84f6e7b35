import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  atHost,
  type Client,
  createDraft,
  grant,
  mint,
  openIssue,
  openWallet,
  readyClient,
  registerOwners,
  signInClient,
} from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import { type Service, startService } from '#test/service.ts'

let service: Service
let clara: Client
beforeAll(async () => {
  service = await startService()
  clara = await readyClient(service)
})
afterAll(() => service.stop())

const repository = '/repos/acme/slugify-lite'

const ofVerifiers = ['verifiers_few', 'probe_skipped']
/** No verifier runs beside these tests; others cover what a review says of that. */
async function review(id: string, client: Pick<Client, 'person'> = clara) {
  const { findings, ...reviewed } = await client.person.call('reviewDraft', {
    params: { id },
    body: { probe_mode: 'skip' },
  })
  return { ...reviewed, findings: findings.filter(({ code }) => !ofVerifiers.includes(code)) }
}

async function blockers(id: string): Promise<{ state: string; codes: string[] }> {
  const { state, findings } = await review(id)
  return { state, codes: findings.filter(({ severity }) => severity === 'blocking').map(({ code }) => code) }
}

test('each thing that stands against a draft at the host blocks it, by name, until it is put right', async () => {
  const number = await openIssue(service)
  const { id } = await createDraft(clara, number)
  expect(await blockers(id)).toEqual({ state: 'READY', codes: [] })
  const cases: [code: string, break_: () => Promise<unknown>, mend: () => Promise<unknown>][] = [
    [
      'issue_closed',
      () => atHost(service, 'PATCH', `${repository}/issues/${number}`, { state: 'closed' }),
      () => atHost(service, 'PATCH', `${repository}/issues/${number}`, { state: 'open' }),
    ],
    [
      'repository_archived',
      () => atHost(service, 'PATCH', repository, { archived: true }),
      () => atHost(service, 'PATCH', repository, { archived: false }),
    ],
    [
      'push_permission_missing',
      () => atHost(service, 'PUT', `${repository}/collaborators/clara-client`, { permission: 'pull' }),
      () => atHost(service, 'PUT', `${repository}/collaborators/clara-client`, { permission: 'push' }),
    ],
  ]
  for (const [code, spoil, mend] of cases) {
    await spoil()
    expect(await blockers(id)).toEqual({ state: 'DRAFT', codes: [code] })
    const { findings } = await clara.person.call('getDraft', { params: { id } })
    expect(findings.find((finding) => finding.code === code)?.next_action).not.toBe('')
    await mend()
    expect(await blockers(id)).toEqual({ state: 'READY', codes: [] })
  }
})

test('a command that runs nothing of the repository blocks, with what to run instead', async () => {
  const idle = [{ name: 'never', argv: ['sh', '-c', 'exit 1'], expect: 'fails_then_passes' as const }]
  const { id } = await createDraft(clara, await openIssue(service), { verification_commands: idle })
  expect(await blockers(id)).toEqual({ state: 'DRAFT', codes: ['command_proves_nothing'] })
  const { findings } = await clara.person.call('getDraft', { params: { id } })
  expect(findings.filter(({ pointer }) => pointer.startsWith('/verification_commands/0'))).toMatchObject([
    { next_action: expect.stringContaining('Let it run the tests') },
  ])
})

test('a task that says nothing blocks until it has instructions or one criterion', async () => {
  const { id } = await createDraft(clara, await openIssue(service), { instructions: '' })
  expect(await blockers(id)).toEqual({ state: 'DRAFT', codes: ['task_empty'] })
  const { version } = await clara.person.call('getDraft', { params: { id } })
  const body = { version, acceptance_criteria: ['Umlauts are kept.'] }
  await clara.person.call('updateDraft', { params: { id }, body })
  expect(await blockers(id)).toEqual({ state: 'READY', codes: [] })
})

test('a branch that is not there blocks, and the base commit is the head of the one that is', async () => {
  const { id } = await createDraft(clara, await openIssue(service), { base_branch: 'no-such-branch' })
  expect(await blockers(id)).toEqual({ state: 'DRAFT', codes: ['base_branch_missing'] })
  const { version } = await clara.person.call('getDraft', { params: { id } })
  await clara.person.call('updateDraft', { params: { id }, body: { version, base_branch: 'max-length' } })
  const reviewed = await review(id)
  expect(reviewed).toMatchObject({ state: 'READY', base_commit: expect.stringMatching(/^[0-9a-f]{40}$/) })
  const { sha } = await atHost<{ sha: string }>(service, 'POST', `${repository}/commits`, {
    branch: 'max-length',
    message: 'Go on',
    files: { 'notes.txt': 'more\n' },
  })
  expect((await review(id)).base_commit).toBe(sha)
  expect(reviewed.base_commit).not.toBe(sha)
})

test.each([
  ['/reward', { reward: { amount: '0.009999', currency: 'USDC' } }],
  ['/quorum', { verifiers: 4, quorum: 2 }],
  ['/quorum', { verifiers: 2, quorum: 3 }],
  ['/work_seconds', { work_seconds: 1 }],
  ['/verification_seconds', { verification_seconds: 1 }],
  ['/open_seconds', { open_seconds: 1_800 }],
])('terms that the contract would refuse block at %s', async (pointer, terms) => {
  const { id } = await createDraft(clara, await openIssue(service), terms)
  const { state, findings } = await review(id)
  expect(state).toBe('DRAFT')
  expect(findings).toContainEqual(
    expect.objectContaining({ code: 'terms_out_of_bounds', severity: 'blocking', pointer }),
  )
})

test('acceptance files of which one needs another to be a folder block, at the one in the way', async () => {
  const file = (path: string) => ({ path, content: '' })
  const acceptance_files = [file('test/own.js'), file('test/Own'), file('test/own/deep/a.js')]
  const { id } = await createDraft(clara, await openIssue(service), { acceptance_files })
  const { state, findings } = await review(id)
  expect(state).toBe('DRAFT')
  expect(findings).toMatchObject([
    { code: 'acceptance_files_collide', severity: 'blocking', pointer: '/acceptance_files/1/path' },
  ])
})

test('publishing without a look is a warning that names the secrets of CI', async () => {
  const { id } = await createDraft(clara, await openIssue(service), { publication: 'automatic' })
  const { state, findings } = await review(id)
  expect({ state, findings }).toMatchObject({
    state: 'READY',
    findings: [{ code: 'publication_automatic', severity: 'warning', pointer: '/publication' }],
  })
  expect(findings[0]?.message).toContain('secrets')
})

test('the repository was taken away: the review says so, and nothing can be drafted there any more (row 64)', async () => {
  const bea = await readyClient(service, 'bea', 'bea-both')
  const { id } = await createDraft(bea, await openIssue(service, { repository: 'bea-both/tide-tables' }))
  await atHost(service, 'PATCH', '/repos/bea-both/tide-tables', { owner: 'acme' })
  await atHost(service, 'PATCH', '/repos/acme/tide-tables', { private: true })
  const reviewed = await review(id, bea)
  expect(reviewed).toMatchObject({ state: 'DRAFT', findings: [{ code: 'access_revoked', severity: 'blocking' }] })
  const again = createDraft(bea, 1)
  expect(await refusal(again)).toMatchObject({ status: 404, code: 'not_found' })
})

test('until the escrow knows whose wallet it is, the review waits for the registration', async () => {
  const oscar = await signInClient(service, 'oscar')
  const answer = await oscar.call('initializeWallet')
  if (answer.status === 'challenge') await oscar.approve(answer.challenge_id, answer.wallet_session)
  const { address } = await oscar.call('syncWallet')
  await mint(service, address as `0x${string}`, 50_000_000n)
  await atHost(service, 'POST', '/repos', { owner: 'oscar-owner', name: 'workshop' })
  const access = await grant(oscar, 'oscar-owner', 'workshop')
  const number = await openIssue(service, { repository: 'oscar-owner/workshop' })
  const { id } = await createDraft({ person: oscar, access }, number)
  expect(await review(id, { person: oscar })).toMatchObject({
    state: 'DRAFT',
    // There is no manifest that says what `npm test` runs.
    findings: [
      { code: 'exit_code_only', severity: 'warning', pointer: '/verification_commands/0' },
      { code: 'owner_not_registered', severity: 'blocking' },
    ],
  })
  await registerOwners(service)
  expect(await oscar.call('reviewDraft', { params: { id } })).toMatchObject({
    state: 'READY',
    findings: [
      { code: 'exit_code_only', severity: 'warning' },
      { code: 'verifiers_few', severity: 'warning', message: expect.stringContaining('0 independent owners') },
      { code: 'probe_unavailable', severity: 'warning' },
    ],
  })
  expect(await openWallet(service, oscar)).toBe(address)
})

test('a private repository is a warning: strangers will read it', async () => {
  await atHost(service, 'PATCH', repository, { private: true })
  const { id } = await createDraft(clara, await openIssue(service))
  const { state, findings } = await review(id)
  expect({ state, findings }).toMatchObject({
    state: 'READY',
    findings: [{ code: 'repository_private', severity: 'warning' }],
  })
  await atHost(service, 'PATCH', repository, { private: false })
})

test('a review that another one overtakes is made of the draft as it is then, and not refused', async () => {
  const { id } = await createDraft(clara, await openIssue(service))
  const both = await Promise.all([review(id), review(id)])
  expect(both.map(({ state }) => state)).toEqual(['READY', 'READY'])
})
