import type { Page } from 'playwright/test'
import { readyClient } from '#tools/demo/journey.ts'
import { expect, test } from './fixtures.ts'
import { atHost } from './steps/at-host.ts'
import { expectReady, repository, reviewMs } from './steps/fund.ts'
import { enter, expectFocusWithin, retype, signInByKeyboard, skipToContent, tabTo } from './steps/keyboard.ts'
import { approveByKeyboard } from './steps/wallet-window.ts'

test('a client goes from sign-in to a funded job, and has the money back, by keyboard alone', async ({
  page,
  stack,
}) => {
  const { wallet } = await readyClient(stack)
  const fundsOf = () => stack.ledger.balance(wallet)
  const title = `Trim the ends, ${Date.now() % 100_000}`
  await atHost(stack.places, 'POST', `/repos/${repository}/issues`, {
    title,
    body: 'Spaces at both ends are kept.\n\nExpected: `slugify(" a ")` is `a`.',
    labels: ['bug'],
  })

  await test.step('signs in and says what they do here', async () => {
    await page.goto('/sign-in?next=/onboarding')
    await skipToContent(page)
    await signInByKeyboard(page, 'Clara Client', '/onboarding')
    await enter(page, page.getByRole('button', { name: 'Continue' }))
    await page.waitForURL('/client')
    await skipToContent(page)
  })

  await test.step('opens an issue, and has the focus back when it is closed', async () => {
    await page.goto('/client/repositories')
    await enter(page, page.getByRole('link', { name: repository }))
    await page.waitForURL(/\/client\/repositories\/[0-9a-f-]+$/)
    const issue = page.getByRole('listitem').filter({ hasText: title }).getByRole('button')
    await enter(page, issue)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Content hash')).toBeVisible()
    await expectFocusWithin(page, '[role=dialog]')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(issue).toBeFocused()
    await page.keyboard.press('Enter')
    await enter(page, dialog.getByRole('button', { name: 'Create draft' }))
    await page.waitForURL(/\/client\/drafts\/[0-9a-f-]+$/)
  })

  await test.step('changes the draft, saves it, and has it reviewed', async () => {
    await retype(page, page.getByRole('textbox', { name: 'Title' }), `${title} again`)
    // More independent verifiers than there are, so that nobody is asked to work for it.
    await retype(page, page.getByLabel('Verifiers', { exact: true }), '5')
    await retype(page, page.getByLabel('Quorum', { exact: true }), '3')
    await enter(page, page.getByRole('button', { name: 'Save', exact: true }))
    await expectAnnounced(page, 'Draft saved.')
    await enter(page, page.getByRole('button', { name: 'Review draft' }))
    await expect(page.getByRole('button', { name: 'Review again' })).toBeVisible()
    await expect(
      page
        .locator('[aria-live=polite]')
        .filter({ hasText: /Reviewed|finding|ready/i })
        .first(),
    ).toBeVisible({ timeout: reviewMs })
    await expectReady(page)
  })

  await test.step('approves the amount and funds the job in the wallet’s window', async () => {
    await enter(page, page.getByRole('button', { name: 'Approve in wallet' }))
    await approveByKeyboard(page, 'Approve')
    await enter(page, page.getByRole('button', { name: 'Fund in wallet' }))
    await approveByKeyboard(page, 'Approve')
    await expect(page.locator('[data-step="confirm"][data-status="done"]')).toBeVisible({ timeout: 60_000 })
  })

  await test.step('opens the job, whose commitments match', async () => {
    await enter(page, page.getByRole('link', { name: 'Open the job' }))
    await page.waitForURL(/\/client\/jobs\/\d+$/)
    await tabTo(page, page.getByRole('tab', { name: 'Verification' }))
    for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    await expect(page.getByRole('tab', { name: 'Proof' })).toHaveAttribute('aria-selected', 'true')
    for (const name of ['task', 'policy'])
      await expect(page.locator(`[data-commitment="${name}"]`).getByText('Match', { exact: true })).toBeVisible()
  })

  await test.step('cancels it, and has the money back', async () => {
    const before = await fundsOf()
    await enter(page, page.getByRole('button', { name: 'Cancel job' }))
    await expectFocusWithin(page, '[role=dialog]')
    await enter(page, page.getByRole('dialog').getByRole('button', { name: 'Cancel in wallet' }))
    await approveByKeyboard(page, 'Approve')
    await expect(page.locator('[data-state="CANCELLED"]').first()).toBeVisible({ timeout: 60_000 })
    await expect.poll(fundsOf).toBeGreaterThan(before)
  })
})

test('who wants no motion gets none', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of ['/', '/issues', '/sign-in']) {
    await page.goto(path)
    const moving = await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .map((element) => getComputedStyle(element))
        .flatMap(({ transitionDuration, animationDuration }) => `${transitionDuration},${animationDuration}`.split(','))
        .filter((duration) => Number.parseFloat(duration) > 0.001),
    )
    expect(moving, path).toEqual([])
  }
})

/** A person who does not see the page hears it. */
async function expectAnnounced(page: Page, words: string): Promise<void> {
  const heard = page.locator('[role=status], [role=alert], [aria-live]').filter({ hasText: words })
  await expect(heard.first()).toBeAttached()
}
