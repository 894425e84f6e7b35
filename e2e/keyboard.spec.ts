import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { atHost } from './steps/at-host.ts'
import { repository } from './steps/fund.ts'
import { enter, skipToContent, tabTo } from './steps/keyboard.ts'
import { liveIn } from './steps/lived-in.ts'
import { openStack, type Stack } from './steps/stack.ts'

let stack: Stack

test.beforeAll(async () => {
  test.setTimeout(300_000)
  stack = await openStack()
  await liveIn(stack)
})

test.afterAll(() => stack.close())

test('a client goes from sign-in to a reviewed draft by keyboard alone', async ({ page }) => {
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
    const field = page.getByRole('textbox', { name: 'Title' })
    await tabTo(page, field)
    await page.keyboard.press('End')
    await page.keyboard.type(' again')
    await enter(page, page.getByRole('button', { name: 'Save', exact: true }))
    await expectAnnounced(page, 'Draft saved.')
    await enter(page, page.getByRole('button', { name: 'Review draft' }))
    await expect(page.getByRole('button', { name: 'Review again' })).toBeVisible()
    await expect(
      page
        .locator('[aria-live=polite]')
        .filter({ hasText: /Reviewed|finding|ready/i })
        .first(),
    ).toBeVisible()
  })
})

test('an agent owner creates an agent and comes to its pairing by keyboard alone', async ({ page }) => {
  await page.goto('/sign-in?next=/agents')
  await signInByKeyboard(page, 'Wanda Worker', '/agents')
  await enter(page, page.getByRole('link', { name: 'Create agent' }))
  await page.waitForURL('/agents/new')
  await tabTo(page, page.getByRole('radio', { name: /^Worker/ }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^Verifier/ })).toBeChecked()
  await tabTo(page, page.getByLabel('Name'))
  await page.keyboard.type('By keyboard')
  await enter(page, page.getByRole('button', { name: 'Create agent' }))
  await page.waitForURL(/\/agents\/[0-9a-f-]{36}$/)

  await test.step('a dialog takes the focus and gives it back', async () => {
    const edit = page.getByRole('button', { name: 'Name and limits' })
    await enter(page, edit)
    await expectFocusWithin(page, '[role=dialog]')
    await page.keyboard.press('Escape')
    await expect(edit).toBeFocused()
  })

  const token = page.getByRole('textbox', { name: 'Pairing token' })
  await tabTo(page, token)
  await page.keyboard.type('not a token')
  await page.keyboard.press('Enter')
  await expect(token).toHaveAccessibleDescription(/begins with service-connect/)
  await expect(token).toBeFocused()
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

async function signInByKeyboard(page: Page, persona: string, arrival: string): Promise<void> {
  await enter(page, page.getByRole('button', { name: 'Continue with Google' }))
  const choice = page.getByRole('button', { name: persona })
  await choice.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(arrival)
}

async function expectFocusWithin(page: Page, place: string): Promise<void> {
  await expect.poll(() => page.evaluate((within) => document.activeElement?.closest(within) !== null, place)).toBe(true)
}

/** Somebody who does not see the page hears it. */
async function expectAnnounced(page: Page, words: string): Promise<void> {
  const heard = page.locator('[role=status], [role=alert], [aria-live]').filter({ hasText: words })
  await expect(heard.first()).toBeAttached()
}
