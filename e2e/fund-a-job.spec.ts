import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { installApp } from './steps/install-app.ts'
import { approve } from './steps/wallet-window.ts'

const repository = 'acme/slugify-lite'

test('a client turns an issue into a funded job whose commitments the browser confirms', async ({ page, capture }) => {
  await test.step('is told what this is', async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Fund an issue')
    await capture('landing')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Verifiers' }).click()
    await expect(page.getByRole('rowheader', { name: '2 of 3' })).toBeVisible()
    await capture('verifiers')
  })

  await test.step('is sent to sign in, and comes back to the page that was asked for', async () => {
    await page.goto('/client/drafts')
    await expect(page).toHaveURL('/sign-in?next=%2Fclient%2Fdrafts')
    await capture('sign-in')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByRole('button', { name: 'Clara Client' }).click()
    await page.waitForURL(/\/(onboarding|client\/drafts)$/)
  })

  await test.step('becomes a client', async () => {
    await page.goto('/onboarding')
    await capture('onboarding')
    const client = page.getByRole('checkbox', { name: 'I want issues solved' })
    if (!(await client.isChecked())) await client.click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  })

  await test.step('creates a wallet by approving it at the provider', async () => {
    const create = page.getByRole('button', { name: 'Create wallet' })
    if (await create.isVisible()) {
      await capture('overview-without-wallet')
      await create.click()
      await approve(page, 'Create wallet')
      await expect(page.getByRole('heading', { name: 'Wallet', exact: true })).toBeVisible({ timeout: 30_000 })
    }
    await expect(page.getByText(/^0x[0-9a-f]{40}$/)).toBeVisible()
  })

  await test.step('takes test money at the provider’s faucet and sees it arrive', async () => {
    await takeTestMoney(page)
    await expect(page.getByText(/[1-9]\d*\.\d\d USDC/).first()).toBeVisible()
    await capture('overview')
  })

  await test.step('connects a repository through the host’s own pages', async () => {
    await page.getByRole('link', { name: 'Repositories', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Repositories' })).toBeVisible()
    const connected = page.getByRole('link', { name: repository })
    if (!(await connected.isVisible())) {
      await capture('repositories-none')
      await page.getByRole('button', { name: 'Connect repositories' }).click()
      await installApp(page, 'clara-client', 'acme')
      await page.waitForURL('/client/repositories')
    }
    await expect(connected).toBeVisible()
    await capture('repositories')
  })

  await test.step('finds an issue and looks at it', async () => {
    await page.getByRole('link', { name: repository }).click()
    await expect(page.getByRole('heading', { level: 1, name: repository })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'opened' }).first()).toBeVisible()
    await capture('issues')
    await page.getByRole('searchbox', { name: 'Search issues' }).fill('zzz-no-such-issue')
    await expect(page.getByText('No issue matches')).toBeVisible()
    await expect(page).toHaveURL(/search=zzz-no-such-issue/)
    await page.getByRole('searchbox', { name: 'Search issues' }).fill('')
  })

  await test.step('creates a draft from the first issue that has none', async () => {
    await createDraft(page, capture)
    await expect(page.getByText('Not reviewed yet.')).toBeVisible()
    await capture('draft')
  })

  await test.step('edits it and sees the budget follow', async () => {
    await page.getByLabel('Reward', { exact: true }).fill('2.5')
    await page.getByLabel('Fee per verifier').fill('0.25')
    // More independent verifiers than there are, so that nobody is asked to work while this job is looked at.
    await page.getByLabel('Verifiers', { exact: true }).fill('5')
    await page.getByLabel('Quorum', { exact: true }).fill('3')
    await expect(page.getByText('You have unsaved changes.')).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Draft saved.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Budget' })).toContainText('2.50 USDC')
  })

  await test.step('has it reviewed', async () => {
    const ready = page.locator('[data-state="READY"]').first()
    // The escrow learns whose wallet this is within seconds; until then the review says so.
    await expect(async () => {
      await page.getByRole('button', { name: /Review (draft|again)/ }).click()
      await expect(ready).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 60_000 })
    await capture('draft-ready')
  })

  await test.step('approves the exact amount, and a reload changes nothing', async () => {
    await page.getByRole('button', { name: 'Approve in wallet' }).click()
    await approve(page, 'Approve')
    await expect(page.locator('[data-step="approve"][data-status="done"]')).toBeVisible({ timeout: 60_000 })
    await page.reload()
    await expect(page.locator('[data-step="approve"][data-status="done"]')).toBeVisible()
    await capture('draft-locked')
  })

  await test.step('funds the job and sees it confirmed', async () => {
    await page.getByRole('button', { name: 'Fund in wallet' }).click()
    await approve(page, 'Approve')
    await expect(page.locator('[data-state="FUNDED"]').first()).toBeVisible({ timeout: 60_000 })
    await expect(page.locator('[data-step="confirm"][data-status="done"]')).toBeVisible()
    await capture('draft-funded')
  })

  await test.step('opens the job and checks both commitments', async () => {
    await page.getByRole('link', { name: 'Open the job' }).click()
    await expect(page.locator('[data-state="OPEN"]').first()).toBeVisible()
    await expect(page.locator('[data-commitment="task"]').getByText('Match', { exact: true })).toBeVisible()
    await expect(page.locator('[data-commitment="policy"]').getByText('Match', { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Evidence' })).toContainText('0x')
    await capture('job')
  })

  await test.step('finds everything again in the lists', async () => {
    await page.goto('/client/jobs')
    await expect(page.getByRole('main').locator('[data-state="OPEN"]').first()).toBeVisible()
    await capture('jobs')
    await page.goto('/client/drafts')
    await expect(page.getByRole('main').locator('[data-state="FUNDED"]').first()).toBeVisible()
    await capture('drafts')
    await page.goto('/client/transactions')
    await page
      .getByRole('button', { name: /^Funding/ })
      .first()
      .click()
    await expect(page.getByText('Transaction hash').first()).toBeVisible()
    await capture('transactions')
    await page.goto('/client')
    await expect(page.getByText('Job funded on chain').first()).toBeVisible()
    await capture('overview-with-job')
  })

  await test.step('signs out for good', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/')
    await page.goto('/client')
    await expect(page).toHaveURL(/\/sign-in/)
  })
})

async function takeTestMoney(page: Page): Promise<void> {
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Open the faucet' }).click()
  const faucet = await opened
  for (let drips = 0; drips < 2; drips += 1) {
    await faucet.getByRole('button', { name: 'Send 20 USDC' }).click()
    await expect(faucet.getByRole('status')).toContainText('20 USDC are on their way')
  }
  await faucet.close()
}

/** Takes the first issue without a draft; an earlier run may have used some. */
async function createDraft(page: Page, capture: (name: string) => Promise<void>): Promise<void> {
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
  await capture('issue-preview')
  await dialog.getByRole('button', { name: 'Create draft' }).click()
  await page.waitForURL(/\/client\/drafts\/[0-9a-f-]+$/)
}
