import { setTimeout } from 'node:timers/promises'
import type { ReplyOf } from '#lib/client/api.ts'
import { walletFaults } from '#sandbox/wallet-provider/faults/client.ts'
import type { Person } from '#test/people/person.ts'
import { type Guest, openGuest } from '#tools/demo/guest-runtime.ts'
import { readyClient } from '#tools/demo/journey.ts'
import { expect, test } from './fixtures.ts'
import { atHost } from './steps/at-host.ts'
import { comeBack } from './steps/come-back.ts'
import { endSession } from './steps/end-session.ts'
import { expectReady, fundThroughApi, repository, unwanted } from './steps/fund.ts'
import { rewrite } from './steps/rewrite.ts'
import { signIn } from './steps/sign-in.ts'
import { signOutUnsaved } from './steps/sign-out.ts'
import { speedUp } from './steps/speed-up.ts'
import type { Stack } from './steps/stack.ts'
import { approve } from './steps/wallet-window.ts'
import { setLocalWorkers } from './steps/workers.ts'

type Job = ReplyOf<'getJob'>

let guest: Guest | undefined

test.afterAll(async ({ stack }) => {
  await walletFaults(stack.places.wallets).set({})
  await guest?.kill()
  await setLocalWorkers(stack.places, { paused: false })
})

test('a client sees how an issue changed, follows an approval that is stuck, and learns what ended elsewhere', async ({
  page,
  capture,
  expectedErrors,
  stack,
}) => {
  const faults = walletFaults(stack.places.wallets)
  const { clara } = await readyClient(stack)
  const { number } = await openIssue(stack)
  const draft = await createDraft(clara, number)

  await test.step('reads what changed at the issue as a difference', async () => {
    await atHost(stack.places, 'PATCH', `/repos/${repository}/issues/${number}`, {
      title: 'slugify drops every accented letter',
      body: `Words with accents come out broken.\n\nExpected: \`slugify('Crème Brûlée')\` is \`creme-brulee\`.\n\nAlso for capital letters, of which there is a long list that nobody should have to read to the end on a small screen.`,
      labels: ['bug', 'unicode'],
    })
    await page.goto(`/client/drafts/${draft.id}`)
    await signIn(page, 'Clara Client', `/client/drafts/${draft.id}`)
    await page.getByRole('button', { name: 'Review draft' }).click()
    const change = page.getByRole('region', { name: 'The issue changed' })
    await expect(change.getByRole('deletion').first()).toContainText('loses accented letters')
    await expect(change.getByRole('insertion').first()).toContainText('drops every accented letter')
    await expect(change).toContainText('adapt the draft, and review it again')
    await capture('draft-issue-changed')
  })

  await test.step('follows an approval that is stuck at the provider', async () => {
    await page.getByRole('button', { name: 'Review again' }).click()
    await expectReady(page)
    await faults.set({ nextTransactions: [{ stuckAfter: 'SENT' }] })
    await page.getByRole('button', { name: 'Approve in wallet' }).click()
    await approve(page, 'Approve')
    const step = page.locator('[data-step="approve"][data-status="waiting"]')
    await expect(step).toContainText('Stuck at the wallet provider')
    await expect(step).toContainText('Don’t send it again')
    await step.getByRole('button', { name: 'Check again' }).click()
    await speedUp(stack, clara, await providerIdOf(clara, 'APPROVAL'))
    await expect(page.locator('[data-step="approve"][data-status="done"]')).toBeVisible({ timeout: 60_000 })
  })

  await test.step('learns that the draft was deleted elsewhere, with the way to the others', async () => {
    expectedErrors.push(/status of 404/)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await clara.call('deleteDraft', { params: { id: draft.id } })
    const gone = page.getByRole('alert').filter({ hasText: 'This draft no longer exists' })
    await expect(gone).toBeVisible()
    await expect(page.locator('#content').getByRole('button')).toHaveCount(0)
    await capture('draft-gone')
    const before = asked.length
    await expect(page.getByRole('link', { name: 'See your drafts' })).toBeVisible()
    await setTimeout(2_000)
    expect(asked.slice(before).filter((url) => url.includes(`/job-drafts/${draft.id}/`))).toEqual([])
    await page.getByRole('link', { name: 'See your drafts' }).click()
    await expect(page.getByRole('heading', { name: 'Drafts', exact: true })).toBeVisible()
  })

  await test.step('is given what was typed into a draft that was deleted elsewhere', async () => {
    const other = await createDraft(clara, number)
    await page.goto(`/client/drafts/${other.id}`)
    await page.getByLabel('Instructions').fill('words that were not saved')
    const kept = () => page.evaluate(() => JSON.stringify(sessionStorage))
    await expect.poll(kept).toContain('words that were not saved')
    await clara.call('deleteDraft', { params: { id: other.id } })
    const words = page.getByLabel('Unsaved text')
    await comeBack(page, () => expect(words).toHaveValue('words that were not saved', { timeout: 1_000 }))
  })

  await test.step('learns that the session ended in another tab, and signs in again to the same page', async () => {
    expectedErrors.push(/status of 401/)
    await page.goto('/client/drafts?group=funded')
    await expect(page.locator('#content').getByRole('heading').first()).toBeVisible()
    await endSession(page)
    await expect(page.locator('#content').getByRole('button')).toHaveCount(0)
    await capture('session-ended')
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await signIn(page, 'Clara Client', /\/client\/drafts\?group=funded$/)
  })

  await test.step('learns at once that another account signed in, whose session this tab does not end', async () => {
    const other = await page.context().newPage()
    await other.goto('/sign-in')
    await signIn(other, 'Bea Both', /\/(overview|onboarding|client|agents)\b/)
    await page.bringToFront()
    await expect(page.getByRole('heading', { name: 'signed in with another account' })).toBeVisible()
    await expect(page.getByText('Signed in as')).toBeHidden()
    // What this tab typed earlier is still kept.
    await signOutUnsaved(page)
    expect((await other.request.get('/api/v1/auth/me/')).status()).toBe(200)
  })
})

test('a client learns how to leave without the service, cancels, and sees a chain that is ahead or away', async ({
  page,
  capture,
  stack,
  expectedErrors,
}) => {
  const { job, clara } = await fundThroughApi(stack, unwanted)
  const path = `/client/jobs/${job.onchain_job_id}`
  const api = `**/api/v1/client${path.slice('/client'.length)}/`
  const exits = page.getByRole('region', { name: 'Leave without us' })

  await test.step('finds every way out, ready to be sent', async () => {
    await page.goto(path)
    await signIn(page, 'Clara Client', path)
    await page.getByRole('tab', { name: 'Money' }).click()
    await exits.getByRole('button', { name: /^Show the/ }).click()
    await exits.getByRole('button', { name: /^cancel/ }).click()
    await expect(exits.locator('[data-exit="cancel"]')).toContainText(`cast send ${job.escrow} 'cancel(uint256)'`)
    await expect(exits.locator('[data-exit="cancel"]')).toContainText('only from your wallet')
    await capture('job-exits')
  })

  await test.step('is warned when the chain cannot be read, and when it is ahead', async () => {
    await rewrite<Job>(page, api, (body) => {
      Object.assign(body, { on_chain: null, exits: [], pending_actions: [] })
    })
    await expect(page.locator('[data-chain="unread"]')).toBeVisible()
    await expect(exits).toContainText('we don’t know which calls the contract accepts')
    await capture('job-chain-unread')
    await page.unrouteAll({ behavior: 'wait' })
    await rewrite<Job>(page, api, (body) => {
      if (body.on_chain) body.on_chain.state = 'CANCELLED'
    })
    await expect(page.locator('[data-chain="ahead"]')).toContainText('The chain already says Cancelled')
    await capture('job-chain-ahead')
    await page.unrouteAll({ behavior: 'wait' })
  })

  await test.step('reads what a rejected attempt failed on, what it cost and what is left', async () => {
    expectedErrors.push(/status of 404/)
    await rewrite<Job>(page, api, rejectFirstAttempt)
    const card = page.locator('[data-rejected="1"]')
    await expect(card).toContainText('Command “tests” failed. Not passed: keeps inner spaces.')
    await expect(card).toContainText(
      /Verifiers were paid 0\.30 USDC\. [\d.]+ USDC is still held, with 2 attempts left\./,
    )
    await expect(card.getByRole('button', { name: /^Cancel and get [\d.]+ USDC back$/ })).toBeVisible()
    const draftAgain = card.getByRole('link', { name: 'New draft with other terms' })
    await expect(draftAgain).toHaveAttribute('href', /^\/client\/fund\/acme:/)
    await card.getByRole('button', { name: 'Read the verdicts' }).click()
    const attempt = page.locator('[data-attempt="1"]')
    await expect(attempt).toContainText('fails at …/trim.test.js:4:1')
    await expect(attempt).not.toContainText('/home/vera')
    await capture('job-rejected')
    await page.unrouteAll({ behavior: 'wait' })
    await rewrite<Job>(page, api, (body) => rejectFirstAttempt(Object.assign(body, { state: 'CANCELLED' as const })))
    await expect(card).toContainText('Command “tests” failed.')
    await expect(card).not.toContainText('other terms')
    await page.unrouteAll({ behavior: 'wait' })
  })

  await test.step('cancels, and is warned that the cancellation is stuck', async () => {
    await walletFaults(stack.places.wallets).set({ nextTransactions: [{ stuckAfter: 'SENT' }] })
    await page.reload()
    await page.getByRole('button', { name: 'Cancel job' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel in wallet' }).click()
    await approve(page, 'Approve')
    const payment = page.getByRole('region', { name: 'Your cancellation' })
    await expect(payment).toContainText('Stuck at the wallet provider')
    await expect(page.getByRole('button', { name: 'Cancel job' })).toBeHidden()
    await capture('job-cancel-stuck')
    await page.goto('/client/transactions')
    await expect(page.locator('tr[data-kind="cancellation"] [data-pending]').first()).toContainText('pending')
    await page
      .getByRole('button', { name: /^Details: Cancellation/ })
      .first()
      .click()
    await expect(page.getByText('Don’t send it again')).toBeVisible()
    await page.getByRole('button', { name: 'Check again' }).first().click()
    await capture('transaction-stuck')
  })

  await test.step('speeds it up in the wallet, and has the money back', async () => {
    await speedUp(stack, clara, await providerIdOf(clara, 'JOB_CANCEL'))
    await page.goto(path)
    await expect(page.locator('[data-state="CANCELLED"]').first()).toBeVisible({ timeout: 60_000 })
    const payment = page.getByRole('region', { name: 'Your cancellation' })
    await expect(payment.locator('[data-state="CONFIRMED"]')).toBeVisible()
    await capture('job-cancelled')
  })
})

test('a client retries the execution of a worker that went silent', async ({ page, capture, stack }) => {
  guest = await openGuest(stack, 'slow-executor.mjs', 1)
  await setLocalWorkers(stack.places, { paused: true })
  const { job } = await fundThroughApi(stack)
  const path = `/client/jobs/${job.onchain_job_id}`
  await page.goto(path)
  await signIn(page, 'Clara Client', path)
  await expect(page.locator('[data-phase="running"]')).toBeVisible({ timeout: 60_000 })
  const wait = page.getByRole('region', { name: 'Next step' }).locator('[data-wait="worker"]')
  await expect(wait).toContainText('The worker delivers a result.')
  await expect(wait).toContainText(/\((\d+:\d\d|\d+ (h|min)[^)]*) left\)/)
  await guest.kill()

  await test.step('learns what happened and what a retry does', async () => {
    await expect(page.locator('[data-phase="stalled"]')).toBeVisible({ timeout: 60_000 })
    await expect(page.locator('[data-retry="possible"]')).toContainText('0 of 3 retries used.')
    await capture('job-stalled')
    await page.getByRole('button', { name: 'Retry execution' }).click()
    await expect(page.getByRole('dialog')).toContainText('2 retries are left')
    await capture('job-retry-confirm')
  })

  await test.step('asks for it once, and sees the notice and the release', async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Announce the end' }).click()
    await expect(page.getByText('You requested the end of the assignment.')).toBeVisible()
    await page.getByRole('tab', { name: 'Proof' }).click()
    await expect(page.getByText('Retry requested')).toBeVisible()
    await expect(page.locator('[data-phase="waiting"]')).toBeVisible({ timeout: 60_000 })
    await expect(page.locator('[data-retry]')).toBeHidden()
  })
})

/** The job as it is after verifiers did not pass its first result. */
function rejectFirstAttempt(body: Job): void {
  const [agent, ended_at] = [`0x${'1'.repeat(40)}`, new Date().toISOString()]
  const facts = { state: 'REJECTED', attempt: 1, work_by: null, end_cause: null } as const
  const verdict = { agent, verdict: 'FAIL' as const, evidence_hash: null, commands: [] }
  body.execution.assignments = [{ ...facts, agent, agent_name: null, offered_at: ended_at, ended_at }]
  body.execution.failed_attempts = [
    {
      onchain_job_id: body.onchain_job_id,
      attempt: 1,
      worker: agent,
      outcome: 'rejected',
      ended_at,
      is_evidence_hidden: false,
      verdicts: [{ ...verdict, reason: 'fails at /home/vera/tree-2/test/trim.test.js:4:1' }],
      failed_commands: [{ name: 'tests', missing_count: 1, missing: ['keeps inner spaces'] }],
      cost: { amount: '0.300000', currency: 'USDC' },
      remaining: { attempts: 2, held: body.held },
      next_steps: [],
    },
  ]
}

function openIssue(stack: Stack): Promise<{ number: number }> {
  return atHost(stack.places, 'POST', `/repos/${repository}/issues`, {
    title: 'slugify loses accented letters',
    body: 'Words with accents come out broken.\n\nExpected: `slugify("Crème")` is `creme`.',
    labels: ['bug', 'good first issue'],
  })
}

/** The provider's number of Clara's newest transaction of that purpose. */
async function providerIdOf(clara: Person, purpose: 'APPROVAL' | 'JOB_CANCEL'): Promise<string> {
  const { data } = await clara.call('listTransactions', { query: { purpose, limit: '1' } })
  return data[0]?.correlation.provider_transaction_id ?? ''
}

async function createDraft(clara: Person, number: number): Promise<ReplyOf<'getDraft'>> {
  const { installations } = await clara.call('getGithubStatus')
  const access = installations.flatMap((one) => one.repositories).find((one) => one.full_name === repository)
  const repository_access_id = access?.id ?? ''
  const { issue } = await clara.call('previewIssue', { body: { repository_access_id, number } })
  const body = { repository_access_id, number, content_hash: issue.content_hash }
  return clara.call('createDraft', { body, idempotencyKey: crypto.randomUUID() })
}
