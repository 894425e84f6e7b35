import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { write } from '#test/agents.ts'
import {
  approvedDraft,
  askToEnd,
  askToFund,
  atHost,
  balances,
  type Client,
  carryOut,
  createDraft,
  type Draft,
  index,
  look,
  newKey,
  openIssue,
  readyClient,
  readyDraft,
  signInClient,
} from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import { type Service, startService } from '#test/service.ts'
import type { ReplyOf } from '../../client/api.ts'

let service: Service
let clara: Client
beforeAll(async () => {
  service = await startService()
  clara = await readyClient(service)
})
afterAll(() => service.stop())

const call = () => clara.person
const update = (draft: Draft, body: object, ifMatch?: number) =>
  call().call('updateDraft', {
    params: { id: draft.id },
    body: body as never,
    ...(ifMatch !== undefined && { ifMatch }),
  })
const review = (id: string) => call().call('reviewDraft', { params: { id } })
/** No verifier runs beside these tests. */
const ofVerifiers = ['verifiers_few', 'probe_unavailable', 'probe_skipped']
const isOfDraft = ({ code }: { code: string }) => !ofVerifiers.includes(code)
const codes = (draft: Draft) => draft.findings.filter(isOfDraft).map(({ code }) => code)

const file = (path: string, text = 'x') => ({ path, content: Buffer.from(text).toString('base64') })

/** No test starts with a draft that holds the wallet. */
beforeEach(async () => {
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update transactions set state = 'CANCELLED', ended_at = now() where ended_at is null and draft_id is not null`
    await tx`delete from drafts where state in ('LOCKED', 'FUNDING')`
  })
})

test('a draft takes what the request leaves out from the issue, the repository and the policy defaults', async () => {
  const number = await openIssue(service, { title: 'Round corners', body: 'All of them.' })
  const draft = await call().call('createDraft', { body: { repository_access_id: clara.access.id, number } })
  expect(draft).toMatchObject({
    state: 'DRAFT',
    version: 1,
    title: 'Round corners',
    instructions: 'All of them.',
    base_branch: 'main',
    verifiers: 3,
    quorum: 2,
    max_attempts: 3,
    reward: { amount: '10.000000', currency: 'USDC' },
    budget: { amount: '14.500000', currency: 'USDC' },
  })
  expect(draft.next_actions.map((action) => action.code)).toEqual(['review', 'edit', 'delete'])
})

test('a draft whose steps or job changed is sent again to a caller who has its version, and no other is', async () => {
  const draft = await approvedDraft(clara, await openIssue(service))
  const funding = await askToFund(call(), draft.id)
  const read = async (etag: string) => {
    const answer = await call().send(`${service.origin}/api/v1/client/job-drafts/${draft.id}/`, {
      headers: { 'if-none-match': etag },
    })
    const { job_state: job = '', version = 0 } = answer.status === 200 ? ((await answer.json()) as Draft) : {}
    return { status: answer.status, job, version, etag: answer.headers.get('etag') ?? '' }
  }
  const asked = await read('')
  expect(await read(asked.etag)).toMatchObject({ status: 304, etag: asked.etag })
  await carryOut(call(), funding)
  const funded = await read(asked.etag)
  expect(funded).toMatchObject({ status: 200, job: 'OPEN' })
  const { onchain_job_id } = await call().call('getDraft', { params: { id: draft.id } })
  await carryOut(call(), await askToEnd(call(), onchain_job_id ?? ''))
  await index(service)
  const cancelled = await read(funded.etag)
  expect(cancelled).toMatchObject({ status: 200, job: 'CANCELLED', version: funded.version })
  expect(await read(cancelled.etag)).toMatchObject({ status: 304 })
})

test('the tag of a draft that was edited is the one that reading it answers, and names the version', async () => {
  const draft = await createDraft(clara, await openIssue(service))
  const url = `${service.origin}/api/v1/client/job-drafts/${draft.id}/`
  const headers = { 'content-type': 'application/json', 'if-match': '*' }
  const edited = await call().send(url, { method: 'PATCH', headers, body: '{"title":"Tagged"}' })
  const etag = edited.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"2\./)
  expect((await call().send(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  const again = { method: 'PATCH', headers: { ...headers, 'if-match': etag }, body: '{"title":"Tagged again"}' }
  expect((await call().send(url, again)).status).toBe(200)
  expect((await call().send(url, again)).status).toBe(412)
})

test('a title of an issue becomes one plain line', async () => {
  const title = 'Pay\u202e \u0007CDSU\u2066 now'
  const draft = await createDraft(clara, await openIssue(service, { title }))
  expect([draft.title, draft.issue.title]).toEqual(['Pay CDSU now', title])
})

test('an issue has one unfunded draft at a time, and the refusal leads to it', async () => {
  const number = await openIssue(service)
  const draft = await createDraft(clara, number)
  const refused = await refusal(createDraft(clara, number))
  expect(refused).toMatchObject({ status: 409, code: 'draft_exists' })
  expect(refused.next_actions[0]?.href).toBe(`/api/v1/client/job-drafts/${draft.id}/`)
})

test('an issue that changed since its preview, a closed one and a missing one make no draft', async () => {
  const number = await openIssue(service)
  const { issue } = await call().call('previewIssue', { body: { repository_access_id: clara.access.id, number } })
  await atHost(service, 'PATCH', `/repos/acme/slugify-lite/issues/${number}`, { title: 'Another title' })
  expect(await refusal(createDraft(clara, number, { content_hash: issue.content_hash }))).toMatchObject({
    status: 409,
    code: 'stale_version',
  })
  await atHost(service, 'PATCH', `/repos/acme/slugify-lite/issues/${number}`, { state: 'closed' })
  const next_actions = [{ code: 'choose_issue', href: expect.stringContaining(`/${clara.access.id}/issues/`) }]
  expect(await refusal(createDraft(clara, number))).toMatchObject({
    status: 422,
    code: 'issue_not_usable',
    next_actions,
  })
  expect(await refusal(createDraft(clara, 99_999))).toMatchObject({ status: 404, code: 'not_found', next_actions })
  expect(await service.sql`select id from drafts where issue_number = ${number}`).toHaveLength(0)
})

test.each([
  ['a negative reward', { reward: { amount: '-1', currency: 'USDC' } }],
  ['no reward', { reward: { amount: '0', currency: 'USDC' } }],
  ['a reward of nothing, to the last decimal', { reward: { amount: '0.000000', currency: 'USDC' } }],
  ['a reward of 60 digits', { reward: { amount: '9'.repeat(60), currency: 'USDC' } }],
  ['a reward of 13 digits', { reward: { amount: `1${'0'.repeat(12)}`, currency: 'USDC' } }],
  ['a verifier fee of 60 digits', { verifier_fee: { amount: '9'.repeat(60), currency: 'USDC' } }],
  ['seven decimals', { reward: { amount: '1.0000001', currency: 'USDC' } }],
  ['another currency', { reward: { amount: '1', currency: 'EUR' } }],
  ['a number as amount', { reward: { amount: 1, currency: 'USDC' } }],
  ['a title over two lines', { title: 'One\nTwo' }],
  ['a title that turns the direction of writing', { title: 'Pay \u202eCDSU 01' }],
  ['a criterion with an escape character', { acceptance_criteria: ['\u001b[2Jfine'] }],
  ['eight verifiers', { verifiers: 8 }],
  ['no attempt', { max_attempts: 0 }],
  ['an unknown field', { owner_id: 'me' }],
  ['a state', { state: 'READY' }],
  ['an empty command', { verification_commands: [{ name: 'x', argv: [], expect: 'passes' }] }],
  ['no command', { verification_commands: [] }],
  ['an acceptance file that is not base64', { acceptance_files: [{ path: 'test/a.js', content: 'no!' }] }],
  ['an acceptance file outside the repository', { acceptance_files: [file('../a.js')] }],
  ['an acceptance file that steers git', { acceptance_files: [file('src/.gitattributes')] }],
  ['an acceptance file in the host’s own folder', { acceptance_files: [file('.github/workflows/ci.yml')] }],
  ['the same acceptance file twice', { acceptance_files: [file('a.js'), file('a.js', 'y')] }],
  ['acceptance files that differ in case alone', { acceptance_files: [file('a.js'), file('A.js')] }],
  ['21 acceptance files', { acceptance_files: Array.from({ length: 21 }, (_, n) => file(`${n}.js`)) }],
  [
    'acceptance files beyond 256 KiB',
    { acceptance_files: [file('a', 'x'.repeat(200_000)), file('b', 'x'.repeat(62_145))] },
  ],
  ['a protected path outside the repository', { protected_paths: ['test', '../x'] }],
  ['a protected path with a line break', { protected_paths: ['test\nsrc'] }],
  ['an unknown way to publish', { publication: 'at_once' }],
])('%s is refused with a pointer and changes nothing (rows 22, 43)', async (_, change) => {
  const draft = await createDraft(clara, await openIssue(service))
  const refused = await refusal(update(draft, { version: 1, ...change }))
  expect(refused).toMatchObject({ status: 400, code: 'invalid_request' })
  expect(refused.errors.length).toBeGreaterThan(0)
  expect((await call().call('getDraft', { params: { id: draft.id } })).version).toBe(1)
})

test('the largest terms that are taken can be read, listed and changed like any others', async () => {
  const most = { amount: '999999999999.999999', currency: 'USDC' as const }
  const days = 180 * 86_400
  const draft = await createDraft(clara, await openIssue(service), {
    reward: most,
    verifier_fee: most,
    verifiers: 7,
    quorum: 7,
    max_attempts: 5,
    open_seconds: days,
    work_seconds: days,
    verification_seconds: days,
  })
  expect(draft.budget.amount).toBe('35999999999999.999964')
  const { data } = await call().call('listDrafts', { query: { limit: '100' } })
  expect(data.find(({ id }) => id === draft.id)?.reward).toEqual(most)
  expect((await update(draft, { version: 1, title: 'Still changed' })).version).toBe(2)
})

test('a client that does not say whether a file is sealed opens none, and one that says so does', async () => {
  const [secret, open] = [file('test/secret.js', 'sealed'), file('test/open.js', 'open')]
  const draft = await createDraft(clara, await openIssue(service), {
    acceptance_files: [{ ...secret, sealed: true }, open],
  })
  const sealedIn = ({ acceptance_files }: ReplyOf<'getDraft'>) => acceptance_files.filter(({ sealed }) => sealed)
  expect(draft).toMatchObject({ sealed_evidence: 'outcome' })
  expect(sealedIn(draft)).toEqual([{ ...secret, sealed: true }])
  const edited = await update(draft, { version: 1, acceptance_files: [file('test/secret.js', 'edited'), open] })
  expect(sealedIn(edited)).toEqual([{ ...file('test/secret.js', 'edited'), sealed: true }])
  const moved = await update(draft, { version: 2, acceptance_files: [file('test/moved.js', 'edited'), open] })
  expect(sealedIn(moved).map(({ path }) => path)).toEqual(['test/moved.js'])
  const files = moved.acceptance_files.map((one) => ({ ...one, sealed: false }))
  expect(sealedIn(await update(draft, { version: 3, acceptance_files: files }))).toEqual([])
})

test('a draft that was kept with more money than may be named now does not break the list', async () => {
  const draft = await createDraft(clara, await openIssue(service))
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update drafts set reward = ${'9'.repeat(66)}, verifier_fee = ${'9'.repeat(66)} where id = ${draft.id}`
  })
  const { data } = await call().call('listDrafts', { query: { limit: '100' } })
  expect(data.map(({ id }) => id)).toContain(draft.id)
})

test('a draft that was kept with a protected path that can match nothing loads, and its review tells', async () => {
  const draft = await createDraft(clara, await openIssue(service))
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update drafts set protected_paths = ${tx.json(['test', '/etc'])} where id = ${draft.id}`
  })
  expect((await call().call('getDraft', { params: { id: draft.id } })).protected_paths).toEqual(['test', '/etc'])
  expect((await review(draft.id)).findings).toContainEqual({
    code: 'protects_nothing',
    severity: 'warning',
    pointer: '/protected_paths/1',
    message: expect.stringContaining('Write “etc”.'),
    next_action: 'Change or remove this entry.',
  })
  expect(await refusal(update(draft, { protected_paths: ['test', '/etc'], version: 2 }))).toMatchObject({
    status: 400,
    errors: [{ pointer: '/protected_paths/1', message: expect.stringContaining('“/etc” can match nothing') }],
  })
})

test('failed attempts are shared only where a later attempt can follow, whichever of the two fields is sent', async () => {
  const issue = { repository_access_id: clara.access.id, number: await openIssue(service) }
  const body = { ...issue, shares_failed_attempts: true, max_attempts: 1 }
  const draft = await call().call('createDraft', { body })
  expect(draft.shares_failed_attempts).toBe(false)
  const two = await update(draft, { shares_failed_attempts: true, max_attempts: 2, version: 1 })
  expect(two.shares_failed_attempts).toBe(true)
  expect((await update(draft, { max_attempts: 1, version: 2 })).shares_failed_attempts).toBe(false)
  expect((await update(draft, { shares_failed_attempts: true, version: 3 })).shares_failed_attempts).toBe(false)
})

test('protected paths that mean the same are kept once, as they were first written', async () => {
  const issue = { repository_access_id: clara.access.id, number: await openIssue(service) }
  const draft = await call().call('createDraft', {
    body: { ...issue, protected_paths: ['test', 'src', 'Test/', 'test'] },
  })
  expect(draft.protected_paths).toEqual(['test', 'src'])
  const changed = await update(draft, { protected_paths: ['docs/', 'docs', 'test'], version: 1 })
  expect(changed.protected_paths).toEqual(['docs/', 'test'])
})

test('a change names the version that it is based on: 428 without, 409 or 412 when it is stale', async () => {
  const draft = await createDraft(clara, await openIssue(service))
  expect(await refusal(update(draft, { title: 'No version' }))).toMatchObject({
    status: 428,
    code: 'precondition_required',
  })
  expect((await update(draft, { title: 'First', version: 1 })).version).toBe(2)
  expect(await refusal(update(draft, { title: 'Second', version: 1 }))).toMatchObject({
    status: 409,
    code: 'stale_version',
  })
  expect(await refusal(update(draft, { title: 'Second' }, 1))).toMatchObject({
    status: 412,
    code: 'precondition_failed',
  })
  expect((await update(draft, { title: 'Third' }, 2)).title).toBe('Third')
})

test('of many changes based on one version exactly one wins', async () => {
  const draft = await createDraft(clara, await openIssue(service))
  const titles = Array.from({ length: 20 }, (_, index) => `Title ${index}`)
  const outcomes = await Promise.allSettled(titles.map((title) => update(draft, { title, version: 1 })))
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
  expect((await call().call('getDraft', { params: { id: draft.id } })).version).toBe(2)
})

test('PUT replaces every editable field and takes no part of them', async () => {
  const draft = await createDraft(clara, await openIssue(service))
  const partial = { version: 1, title: 'Only a title' }
  expect(
    await refusal(call().call('replaceDraft', { params: { id: draft.id }, body: partial as never })),
  ).toMatchObject({ status: 400 })
  const { title, instructions, acceptance_criteria, verification_commands, protected_paths, base_branch } = draft
  const { acceptance_files, publication } = draft
  const { reward, verifier_fee, verifiers, quorum, max_attempts, open_seconds, work_seconds, verification_seconds } =
    draft
  const texts = { title, instructions, acceptance_criteria, verification_commands, protected_paths, base_branch }
  const files = { acceptance_files, publication }
  const terms = {
    reward,
    verifier_fee,
    verifiers,
    quorum,
    max_attempts,
    open_seconds,
    work_seconds,
    verification_seconds,
  }
  const body = { version: 1, ...texts, ...files, ...terms, title: 'All of it' }
  expect(await call().call('replaceDraft', { params: { id: draft.id }, body })).toMatchObject({
    title: 'All of it',
    version: 2,
  })
})

test('acceptance files and the way to publish are kept as given, and frozen into the documents at the lock', async () => {
  const acceptance_files = [file('test/own.test.js', 'ä\u0000\n'), file('b', 'x'.repeat(262_000)), file('empty', '')]
  const number = await openIssue(service)
  const draft = await createDraft(clara, number, { acceptance_files, publication: 'automatic' })
  expect(draft).toMatchObject({ acceptance_files, publication: 'automatic' })
  expect(await update(draft, { version: 1, title: 'Only a title' })).toMatchObject({ acceptance_files })
  expect((await review(draft.id)).state).toBe('READY')
  const asked = { params: { id: draft.id }, idempotencyKey: newKey() }
  const { draft: locked } = await call().call('createApprovalChallenge', asked)
  expect(locked.snapshot?.task_document.acceptance_files).toEqual(acceptance_files)
  expect(locked.snapshot?.policy_document.publication).toBe('automatic')

  const plain = await createDraft(clara, await openIssue(service))
  expect(plain).toMatchObject({ acceptance_files: [], publication: 'on_request' })
})

test('a review that finds nothing makes a draft READY, and an edit makes it DRAFT again', async () => {
  const draft = await readyDraft(clara, await openIssue(service))
  expect(draft).toMatchObject({ state: 'READY', base_commit: expect.stringMatching(/^[0-9a-f]{40}$/) })
  expect(await update(draft, { title: 'Changed', version: draft.version })).toMatchObject({
    state: 'DRAFT',
    findings: [],
  })
})

test.each([
  [
    'issue_closed',
    async (draft: Draft) =>
      atHost(service, 'PATCH', `/repos/acme/slugify-lite/issues/${draft.issue.number}`, { state: 'closed' }),
  ],
  [
    'issue_changed',
    async (draft: Draft) =>
      atHost(service, 'PATCH', `/repos/acme/slugify-lite/issues/${draft.issue.number}`, { body: 'New words' }),
  ],
  [
    'base_branch_missing',
    async (draft: Draft) => update(draft, { base_branch: 'no-such-branch', version: draft.version }),
  ],
  ['terms_out_of_bounds', async (draft: Draft) => update(draft, { verifiers: 4, quorum: 2, version: draft.version })],
  [
    'terms_out_of_bounds',
    async (draft: Draft) => update(draft, { reward: { amount: '0.000001', currency: 'USDC' }, version: draft.version }),
  ],
])('%s blocks a READY draft at its next review, with what to do', async (code, change) => {
  const draft = await readyDraft(clara, await openIssue(service))
  await change(draft)
  const reviewed = await review(draft.id)
  expect(reviewed.state).toBe('DRAFT')
  expect(reviewed.findings).toContainEqual(
    expect.objectContaining({
      code,
      severity: 'blocking',
      pointer: expect.stringMatching(/^\//),
      next_action: expect.stringMatching(/\.$/),
    }),
  )
})

test('words that changed block one review and are shown by the next', async () => {
  const draft = await createDraft(clara, await openIssue(service))
  await atHost(service, 'PATCH', `/repos/acme/slugify-lite/issues/${draft.issue.number}`, { title: 'Newer words' })
  expect(codes(await review(draft.id))).toContain('issue_changed')
  expect(await review(draft.id)).toMatchObject({ state: 'READY', issue: { title: 'Newer words' } })
})

test('a wallet that cannot pay yet is a warning; no wallet at all blocks', async () => {
  const poor = await readyDraft(clara, await openIssue(service), {
    reward: { amount: '5000.000000', currency: 'USDC' },
  })
  expect(poor.findings.filter(isOfDraft)).toEqual([
    expect.objectContaining({ code: 'balance_low', severity: 'warning' }),
    expect.objectContaining({
      code: 'reward_above_cap',
      severity: 'warning',
      next_action: expect.stringContaining('split the work into smaller jobs'),
    }),
  ])
  const bea = await signInClient(service, 'bea')
  const { grant } = await import('#test/journey.ts')
  const access = await grant(bea, 'bea-both')
  const number = await openIssue(service, { repository: 'bea-both/tide-tables' })
  const draft = await createDraft({ person: bea, access }, number)
  const reviewed = await bea.call('reviewDraft', { params: { id: draft.id } })
  expect(reviewed.state).toBe('DRAFT')
  expect(codes(reviewed)).toContain('wallet_missing')
})

test('a draft that has not passed review is not offered for payment', async () => {
  const draft = await createDraft(clara, await openIssue(service))
  const params = { id: draft.id }
  expect(await refusal(call().call('createApprovalChallenge', { params, idempotencyKey: newKey() }))).toMatchObject({
    status: 409,
    code: 'draft_has_findings',
  })
  expect(await refusal(askToFund(clara.person, draft.id))).toMatchObject({ status: 409, code: 'allowance_missing' })
  expect(await service.sql`select id from transactions where draft_id = ${draft.id}`).toHaveLength(0)
})

test('approving freezes the terms: commitments are recomputable and the allowance is exact', async () => {
  const draft = await approvedDraft(clara, await openIssue(service))
  expect(draft.state).toBe('LOCKED')
  const snapshot = draft.snapshot
  expect(service.services.chain.commit(snapshot?.task_document ?? {})).toBe(snapshot?.task_commitment)
  expect(service.services.chain.commit(snapshot?.policy_document ?? {})).toBe(snapshot?.policy_commitment)
  expect(await service.services.chain.allowance(clara.wallet, 0n)).toBe(3_900_000n)
  const again = await call().call('createApprovalChallenge', { params: { id: draft.id }, idempotencyKey: newKey() })
  expect(again.status).toBe('exists')
  expect(await refusal(update(draft, { title: 'Too late', version: draft.version }))).toMatchObject({
    status: 409,
    code: 'draft_locked',
  })
})

test('a cheaper draft is not funded on a larger allowance: its own amount is approved first', async () => {
  const dearer = await approvedDraft(clara, await openIssue(service), { reward: { amount: '6', currency: 'USDC' } })
  expect((await review(dearer.id)).state).toBe('READY')
  const { id } = await readyDraft(clara, await openIssue(service))
  const approve = () => call().call('createApprovalChallenge', { params: { id }, idempotencyKey: newKey() })
  const first = await approve()
  if (first.status !== 'challenge') throw new Error('the larger allowance was taken for the exact one')
  expect(first.draft).toMatchObject({ state: 'LOCKED', budget: { amount: '3.900000' } })

  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update transactions set state = 'CANCELLED', ended_at = now() where id = ${first.transaction_id}`
  })
  const { next_actions: offered } = await call().call('getDraft', { params: { id } })
  expect(offered.map((action) => action.code)).toEqual(['approve', 'review', 'delete'])
  expect(await refusal(askToFund(clara.person, id))).toMatchObject({
    status: 409,
    code: 'allowance_missing',
    detail: 'The escrow may take 6.90 USDC from the wallet, but the job needs exactly 3.90 USDC.',
    next_actions: [{ code: 'approve' }],
  })

  const second = await approve()
  if (second.status !== 'challenge') throw new Error('the larger allowance was taken for the exact one')
  expect((await carryOut(clara.person, second)).state).toBe('CONFIRMED')
  expect(await service.services.chain.allowance(clara.wallet, 0n)).toBe(3_900_000n)
  expect((await approve()).status).toBe('exists')
  expect((await askToFund(clara.person, id)).status).toBe('challenge')
})

test('the browser cannot name a target or calldata for its money', async () => {
  const draft = await readyDraft(clara, await openIssue(service))
  const body = { contract: clara.wallet, calldata: '0x', amount: '1' } as never
  const params = { id: draft.id }
  expect(
    await refusal(call().call('createApprovalChallenge', { params, body, idempotencyKey: newKey() } as never)),
  ).toMatchObject({ status: 400 })
})

test('while one draft of a wallet is being paid, another is refused and the refusal names the first', async () => {
  const first = await approvedDraft(clara, await openIssue(service, { title: 'The first of two' }))
  const second = await readyDraft(clara, await openIssue(service), {
    reward: { amount: '5', currency: 'USDC' },
  })
  const refused = await refusal(
    call().call('createApprovalChallenge', { params: { id: second.id }, idempotencyKey: newKey() }),
  )
  expect(refused).toMatchObject({
    status: 409,
    code: 'wallet_busy',
    detail: expect.stringContaining('The first of two'),
  })
  expect(refused.next_actions[0]?.href).toContain(first.id)
  expect(refused.next_actions[1]?.code).toBe('unlock_other_draft')
  await review(first.id)
  const approve = (id: string) => call().call('createApprovalChallenge', { params: { id }, idempotencyKey: newKey() })
  // It costs more than is allowed already, so its own approval is open in the wallet from now on.
  expect((await approve(second.id)).status).toBe('challenge')
  const third = await readyDraft(clara, await openIssue(service))
  const { next_actions: steps } = await refusal(approve(third.id))
  expect(steps.map(({ code }) => code)).toEqual(['open_other_draft'])
})

test('fifty simultaneous requests to fund make one intent and one challenge (row 46)', async () => {
  const draft = await approvedDraft(clara, await openIssue(service))
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => askToFund(clara.person, draft.id)))
  const answered = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.challenge_id] : []))
  expect(new Set(answered).size).toBe(1)
  const intents =
    await service.sql`select challenge_id from transactions where draft_id = ${draft.id} and purpose = 'FUNDING'`
  expect(intents.map((row) => row.challenge_id)).toEqual([answered[0]])
})

test('a browser that claims success without the chain gets the truth, and nothing moves (row 31)', async () => {
  const draft = await approvedDraft(clara, await openIssue(service))
  const before = await balances(service, clara.wallet)
  const challenge = await askToFund(clara.person, draft.id)
  const params = { transaction_id: challenge.transaction_id }
  const body = { challenge_id: challenge.challenge_id, result: 'COMPLETE' } as const
  expect((await call().call('resolveTransaction', { params, body })).state).toBe('CHALLENGE_ISSUED')
  expect((await call().call('getDraft', { params: { id: draft.id } })).state).toBe('FUNDING')
  expect(await balances(service, clara.wallet)).toEqual(before)
})

test('a FUNDING or FUNDED draft is neither edited, reviewed nor deleted, and says what to do instead', async () => {
  const draft = await approvedDraft(clara, await openIssue(service))
  const challenge = await askToFund(clara.person, draft.id)
  const attempts = [
    () => update(draft, { title: 'Too late', version: 99 }),
    () => review(draft.id),
    () => call().call('deleteDraft', { params: { id: draft.id } }),
  ]
  for (const attempt of attempts)
    expect(await refusal(attempt())).toMatchObject({
      status: 409,
      code: 'draft_locked',
      next_actions: [{ code: 'follow_transaction' }],
    })
  await carryOut(clara.person, challenge)
  const { onchain_job_id } = await call().call('getDraft', { params: { id: draft.id } })
  for (const attempt of attempts)
    expect(await refusal(attempt())).toMatchObject({
      status: 409,
      code: 'draft_locked',
      next_actions: [{ code: 'open_job', href: `/api/v1/client/jobs/${onchain_job_id}/` }],
    })
  expect((await look(clara.person, challenge.transaction_id)).state).toBe('CONFIRMED')
})

test('deleting a draft keeps what was offered for funding', async () => {
  const draft = await approvedDraft(clara, await openIssue(service))
  await call().call('deleteDraft', { params: { id: draft.id } })
  expect(await refusal(call().call('getDraft', { params: { id: draft.id } }))).toMatchObject({ status: 404 })
  expect(await service.sql`select id from funding_snapshots where draft_id = ${draft.id}`).toHaveLength(1)
})

test('a deleted draft comes back as it was, to be reviewed again, once and within ten minutes', async () => {
  const sealed = { path: 'test/sealed.test.js', content: Buffer.from('sealed').toString('base64'), sealed: true }
  const draft = await approvedDraft(clara, await openIssue(service), { acceptance_files: [sealed] })
  const params = { id: draft.id }
  const restore = () => call().call('restoreDraft', { params })
  expect(await refusal(restore())).toMatchObject({ code: 'not_found' })
  await call().call('deleteDraft', { params })
  expect(await refusal((await signInClient(service, 'bea')).call('restoreDraft', { params }))).toMatchObject({
    code: 'not_found',
  })
  const other = await createDraft(clara, draft.issue.number)
  expect(await refusal(restore())).toMatchObject({
    code: 'draft_exists',
    next_actions: [{ href: `/api/v1/client/job-drafts/${other.id}/` }],
  })
  await call().call('deleteDraft', { params: { id: other.id } })
  // As if a release had added the column since.
  await write(
    service,
    (tx) => tx`update deleted_drafts set draft = draft - 'shares_failed_attempts' where id = ${draft.id}`,
  )
  const idempotencyKey = newKey()
  const restored = await call().call('restoreDraft', { params, idempotencyKey })
  expect(await call().call('restoreDraft', { params, idempotencyKey })).toEqual(restored)
  const { state, version, snapshot, findings, reviewed_at, ...back } = restored
  expect([state, version, snapshot, findings, reviewed_at]).toEqual(['DRAFT', draft.version + 1, null, [], null])
  const same = [
    'title',
    'reward',
    'acceptance_files',
    'verification_commands',
    'protected_paths',
    'created_at',
  ] as const
  for (const name of same) expect([name, back[name]]).toEqual([name, draft[name]])
  expect(await review(draft.id)).toMatchObject({ state: 'READY' })
  expect(await refusal(restore())).toMatchObject({ code: 'not_found' })
  await call().call('deleteDraft', { params })
  await write(service, (tx) => tx`update deleted_drafts set deleted_at = deleted_at - interval '10 minutes'`)
  expect(await refusal(restore())).toMatchObject({ code: 'not_found' })
})

test('a LOCKED draft with an open approval is not unlocked under the wallet’s feet', async () => {
  const { id } = await readyDraft(clara, await openIssue(service), { reward: { amount: '7.000000', currency: 'USDC' } })
  const answer = await call().call('createApprovalChallenge', { params: { id }, idempotencyKey: newKey() })
  expect(answer.status).toBe('challenge')
  const until = answer.draft.snapshot?.fund_by
  const attempts = [
    () => review(id),
    () => call().call('deleteDraft', { params: { id } }),
    () => call().call('updateDraft', { params: { id }, body: { title: 'Another', version: 99 } }),
  ]
  for (const attempt of attempts) {
    expect(await refusal(attempt())).toMatchObject({
      status: 409,
      code: 'draft_locked',
      next_actions: [{ code: 'follow_transaction', until }],
      detail: expect.stringContaining(`until ${until}`),
    })
  }
})

test('another person’s draft is as unknown as a missing one, whatever is tried with it (row 20)', async () => {
  const draft = await createDraft(clara, await openIssue(service))
  const bea = await signInClient(service, 'bea')
  const params = { id: draft.id }
  const attempts = [
    () => bea.call('getDraft', { params }),
    () => bea.call('updateDraft', { params, body: { title: 'Mine now', version: 1 } }),
    () => bea.call('deleteDraft', { params }),
    () => bea.call('reviewDraft', { params }),
    () => bea.call('createApprovalChallenge', { params, idempotencyKey: newKey() }),
    () => bea.call('createFundingChallenge', { params, idempotencyKey: newKey() }),
  ]
  for (const attempt of attempts)
    expect(await refusal(attempt())).toMatchObject({
      status: 404,
      code: 'not_found',
      detail: 'There is no such draft.',
    })
  expect((await call().call('getDraft', { params })).version).toBe(1)
})
