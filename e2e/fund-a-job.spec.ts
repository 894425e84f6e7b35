import type { Page } from 'playwright/test'
import type { ReplyOf } from '#lib/client/api.ts'
import { expect, test } from './fixtures.ts'
import { ageSignIn } from './steps/age-sign-in.ts'
import { changeElsewhere } from './steps/change-elsewhere.ts'
import { expectReady, reviewMs } from './steps/fund.ts'
import { installApp } from './steps/install-app.ts'
import { enter } from './steps/keyboard.ts'
import { rewrite } from './steps/rewrite.ts'
import { signIn } from './steps/sign-in.ts'
import { signOutUnsaved } from './steps/sign-out.ts'
import { approve, approveByKeyboard } from './steps/wallet-window.ts'

const repository = 'acme/slugify-lite'

test('a client turns an issue into a funded job whose commitments the browser confirms', async ({
  page,
  capture,
  expectedErrors,
  stack,
}) => {
  await test.step('learns what this is', async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Fund an issue')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Verifiers' }).click()
    await expect(page.getByRole('rowheader', { name: '2 of 3' })).toBeVisible()
  })

  await test.step('is sent to sign in, and comes back to the page that was asked for', async () => {
    await page.goto('/client/drafts')
    await expect(page).toHaveURL('/sign-in?next=%2Fclient%2Fdrafts')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByRole('button', { name: 'Clara Client' }).click()
    await page.waitForURL(/\/(onboarding\?next=%2Fclient%2Fdrafts|client\/drafts)$/)
  })

  await test.step('becomes a client, and goes on to the page that was asked for', async () => {
    if (new URL(page.url()).pathname === '/onboarding') {
      await page.getByRole('checkbox', { name: 'I want issues solved' }).click()
      await page.getByRole('button', { name: 'Continue' }).click()
    }
    await page.waitForURL('/client/drafts')
    await page.goto('/client')
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  })

  await test.step('creates a wallet by keyboard, approving it at the provider', async () => {
    const create = page.getByRole('button', { name: 'Create wallet' })
    if (await create.isVisible()) {
      await enter(page, create)
      await approveByKeyboard(page, 'Create wallet')
      await expect(page.getByRole('heading', { name: 'Wallet', exact: true })).toBeVisible()
    }
    await expect(page.getByText(/^0x[0-9a-f]{40}$/)).toBeVisible()
  })

  await test.step('takes test money with a button and at the provider’s faucet, and sees it arrive', async () => {
    await page.getByRole('button', { name: 'Take test money' }).click()
    await expect(page.locator('[data-test-money="arrived"]')).toContainText('20.00 USDC has arrived')
    await takeTestMoney(page)
    await expect(page.getByText(/[1-9]\d*\.\d\d USDC/).first()).toBeVisible()
  })

  await test.step('is shown the way by a tour that marks what is really done', async () => {
    await page.getByRole('button', { name: 'Show me the steps' }).click()
    await page.getByText('Be the client for a minute', { exact: true }).click()
    await expect(page.locator('[data-tour-step="money"][data-done="true"]')).toBeVisible()
    await capture('overview-with-tour')
    await page.getByRole('button', { name: 'Close the tour for good' }).click()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show me the steps' })).toBeHidden()
  })

  await test.step('connects a repository through the host’s own pages', async () => {
    await page.getByRole('link', { name: 'Repositories', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Repositories' })).toBeVisible()
    const connected = page.getByRole('link', { name: repository })
    if (!(await connected.isVisible())) {
      await enter(page, page.getByRole('button', { name: 'Connect repositories' }))
      await installApp(page, 'clara-client', 'acme')
      await page.waitForURL('/client/repositories')
    }
    await expect(connected).toBeVisible()
  })

  await test.step('finds an issue and looks at it', async () => {
    await page.goto(`/client/fund/${repository.replace('/', ':')}:8`)
    await expect(page.getByRole('dialog').getByText('Content hash')).toBeVisible()
    await page.goto('/client/repositories')
    await page.getByRole('link', { name: repository }).click()
    await expect(page.getByRole('heading', { level: 1, name: repository })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'opened' }).first()).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search issues' }).fill('zzz-no-such-issue')
    await expect(page.getByText('No issue matches')).toBeVisible()
    await expect(page).toHaveURL(/search=zzz-no-such-issue/)
    await page.getByRole('searchbox', { name: 'Search issues' }).fill('')
  })

  await test.step('creates a draft from the first issue that has none', async () => {
    await createDraft(page)
    await expect(page.getByText('Not reviewed yet.')).toBeVisible()
  })

  await test.step('edits it, reads what was typed as it will look, and sees the budget follow', async () => {
    const instructions = page.getByLabel('Instructions')
    const written = await instructions.inputValue()
    await instructions.fill(`${written}\n\n**In a hurry**`)
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByRole('strong').filter({ hasText: 'In a hurry' })).toBeVisible()
    await instructions.fill(written)
    await page.getByLabel('Reward', { exact: true }).fill('2.5')
    await page.getByLabel('Fee per verifier').fill('0.25')
    // More independent verifiers than there are, so that nobody is asked to work while this job is looked at.
    await page.getByLabel('Verifiers', { exact: true }).fill('5')
    await page.getByLabel('Quorum', { exact: true }).fill('3')
    await expect(page.getByText('You have unsaved changes.')).toBeVisible()
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay here' }).click()
    await page.reload()
    await expect(page.getByText('Your unsaved changes are back')).toBeVisible()
    await expect(page.getByLabel('Verifiers', { exact: true })).toHaveValue('5')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByText('Draft saved.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Budget' })).toContainText('2.50 USDC')
  })

  await test.step('has it reviewed', async () => {
    const ready = page.locator('[data-state="READY"]').first()
    // The escrow learns whose wallet this is within seconds; until then the review says so.
    await expect(async () => {
      await page.getByRole('button', { name: /Review (draft|again)/ }).click()
      await expect(ready).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: reviewMs })
  })

  await test.step('keeps what was typed when the draft was changed elsewhere', async () => {
    expectedErrors.push(/status of (409|412)/)
    await page.getByLabel('Fee per verifier').fill('0.75')
    await changeElsewhere(page, { verifier_fee: { amount: '0.5', currency: 'USDC' } })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const conflict = page.locator('[data-conflict="verifierFee"]')
    await expect(conflict).toContainText('0.75')
    await expect(conflict).toContainText('0.5')
    await capture('draft-conflict')
    await conflict.getByRole('radio', { name: 'Newer version' }).click()
    await page.getByRole('button', { name: 'Save these choices' }).click()
    await expect(page.getByLabel('Fee per verifier')).toHaveValue('0.5')
    await page.getByRole('button', { name: 'Discard them' }).click()
    await page.getByRole('button', { name: /Review (draft|again)/ }).click()
    await expectReady(page)
  })

  await test.step('is asked for a new sign-in before the wallet opens, and comes back to this step', async () => {
    const { pathname } = new URL(page.url())
    await ageSignIn(page, stack)
    await page.reload()
    const asked = page.locator('[data-recent-sign-in]')
    await capture('draft-sign-in-again')
    await asked.getByRole('link', { name: 'Sign in again' }).click()
    await signIn(page, 'Clara Client', `${pathname}#step-review`)
    await expect(page.locator('[data-step="approve"]')).toBeInViewport()
    // Only where a step can be taken could it be asked for.
    await expect(page.getByRole('button', { name: 'Approve in wallet' })).toBeVisible()
    await expect(asked).toHaveCount(0)
  })

  await test.step('approves the exact amount in a second tab, which takes the same challenge over', async () => {
    await expect(page.locator('[data-wallet-call="approve"]')).toContainText('0x095ea7b3')
    await page.getByRole('button', { name: 'Approve in wallet' }).click()
    await expect(page.locator('#sdkIframe')).toBeVisible()
    const second = await page.context().newPage()
    await second.goto(page.url())
    await expect(second.getByText('The wallet is open in another tab')).toBeVisible()
    await second.getByRole('button', { name: 'Continue here' }).click()
    await expect(page.getByText('You continued this in another tab.')).toBeVisible()
    await expect(page.locator('#sdkIframe')).toBeHidden()
    await approve(second, 'Approve')
    await expect(second.locator('[data-step="approve"][data-status="done"]')).toBeVisible({ timeout: 60_000 })
    await second.close()
    await expect(page.locator('[data-step="approve"][data-status="done"]')).toBeVisible()
    await page.reload()
    await expect(page.locator('[data-step="approve"][data-status="done"]')).toBeVisible()
    await expect(page.locator('[data-open-challenge]')).toHaveCount(0)
    const call = page.locator('[data-wallet-call="createJob"]')
    await expect(call.getByRole('button', { name: 'Task commitment' })).toBeVisible()
    await capture('draft-locked')
  })

  await test.step('loses network and answer, and funds the job once', async () => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Fund in wallet' }).click()
    await expect(page.locator('[data-step="fund"]')).toContainText('You are offline')
    const keys = await loseFundingAnswers(page)
    await page.context().setOffline(false)
    await expect.poll(() => keys.length).toBeGreaterThan(0)
    await page.reload()
    await page.unroute('**/funding-challenge/')
    await expect(page.locator('[data-step="fund"]')).toContainText('The last request got no answer')
    const open = page.locator('[data-open-challenge="FUNDING"]')
    await expect(open).toContainText(/you can still approve it until .*UTC/)
    await expect(open).toContainText('afterwards you can edit')
    const again = page.waitForRequest('**/funding-challenge/')
    await page.getByRole('button', { name: 'Continue in wallet' }).click()
    expect((await again).headers()['idempotency-key']).toBe(keys[0])
    await approve(page, 'Approve')
    await expect(page.locator('[data-state="FUNDED"]').first()).toBeVisible({ timeout: 60_000 })
    await expect(page.locator('[data-step="confirm"][data-status="done"]')).toBeVisible()
    const draft = new URL(page.url()).pathname.split('/').at(-1)
    const asked = await page.request.get(`/api/v1/client/transactions/?draft=${draft}&purpose=FUNDING`)
    expect((await asked.json()).data).toHaveLength(1)
  })

  await test.step('opens the job and checks both commitments', async () => {
    await page.getByRole('link', { name: 'Open the job' }).click()
    await expect(page.locator('[data-state="OPEN"]').first()).toBeVisible()
    await page.getByRole('tab', { name: 'Proof' }).click()
    await expect(page.locator('[data-commitment="task"]').getByText('Match', { exact: true })).toBeVisible()
    await expect(page.locator('[data-commitment="policy"]').getByText('Match', { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Evidence' })).toContainText('0x')
    await expect(page.locator('[data-comparison="equal"]')).toContainText('Checked against the chain at block')
  })

  await test.step('is warned when the service says something else than the chain', async () => {
    const path = new URL(page.url()).pathname
    await rewrite<ReplyOf<'getJob'>>(page, `**/api/v1${path}/`, (body) => {
      body.budget.amount = '99.000000'
    })
    const warning = page.locator('[data-comparison="differs"]')
    await expect(warning).toContainText('Trust the chain')
    await expect(warning.getByRole('row', { name: /Locked at funding/ })).toContainText('99.00 USDC')
    await capture('job-differs-from-chain')
    await page.unrouteAll({ behavior: 'wait' })
    await expect(page.locator('[data-comparison="equal"]')).toBeVisible()
  })

  await test.step('finds everything again in the lists', async () => {
    await page.goto('/client/jobs')
    await expect(page.getByRole('main').locator('[data-state="OPEN"]').first()).toBeVisible()
    await page.goto('/client/drafts?group=funded')
    await expect(page.getByRole('main').locator('[data-state="OPEN"]').first()).toBeVisible()
    await page.goto('/client/transactions')
    await page
      .getByRole('button', { name: /^Details: Funding/ })
      .first()
      .click()
    await expect(page.getByText('Transaction hash').first()).toBeVisible()
    await capture('transactions')
    await page.goto('/client')
    await expect(page.getByText('Job funded on chain').first()).toBeVisible()
  })

  await test.step('signs out for good, and leaves nothing behind of what was typed', async () => {
    await page.evaluate(() => sessionStorage.setItem('jobwright.typed.draft.unsaved', '{"version":1}'))
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Stay here' }).click()
    await expect(page.getByRole('dialog', { name: 'Sign out without saving?' })).toBeHidden()
    await signOutUnsaved(page)
    expect(await page.evaluate(() => sessionStorage.getItem('jobwright.typed.draft.unsaved'))).toBeNull()
    await page.goto('/client')
    await expect(page).toHaveURL(/\/sign-in/)
  })
})

/** Lets every request for the funding challenge through and loses its answer; the keys that they carried. */
async function loseFundingAnswers(page: Page): Promise<string[]> {
  const keys: string[] = []
  await page.route('**/funding-challenge/', async (route) => {
    await route.fetch()
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    await route.abort().catch(() => undefined)
  })
  return keys
}

async function takeTestMoney(page: Page): Promise<void> {
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Open the faucet' }).click()
  const faucet = await opened
  await faucet.getByRole('button', { name: 'Send 20 USDC' }).click()
  await expect(faucet.getByRole('status')).toContainText('20 USDC are on their way')
  await faucet.close()
}

/** Takes the first issue without a draft; an earlier run may have used some. */
async function createDraft(page: Page): Promise<void> {
  const used = await page.request.get('/api/v1/client/job-drafts/?limit=100')
  const { data }: { data: { issue: { url: string } }[] } = await used.json()
  const numbers = new Set(data.map(({ issue }) => issue.url.split('/').at(-1)))
  const issues = page.getByRole('listitem').filter({ hasText: 'opened' })
  await expect(issues.first()).toBeVisible()
  const lines = await issues.allTextContents()
  const free = lines.findIndex((line) => !numbers.has(/#(\d+) opened/.exec(line)?.[1]))
  await issues.nth(free).getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Content hash')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create draft' }).click()
  await page.waitForURL(/\/client\/drafts\/[0-9a-f-]+$/)
}
