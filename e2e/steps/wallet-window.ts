import { expect, type Page } from 'playwright/test'
import { expectFocusWithin } from './keyboard.ts'

/** Answers the challenge in the provider's own window. */
export async function approve(page: Page, button: string): Promise<void> {
  const frame = page.frameLocator('#sdkIframe')
  await frame.getByRole('button', { name: button, exact: true }).click()
}

/** Answers it by keyboard alone: the window takes the focus when it opens, and the page has it back when it closes. */
export async function approveByKeyboard(page: Page, button: string): Promise<void> {
  const window = page.locator('#sdkIframe')
  const frame = page.frameLocator('#sdkIframe')
  const target = frame.getByRole('button', { name: button, exact: true })
  await expect(target).toBeVisible()
  await expect(window).toBeFocused()
  const isReached = () => target.evaluate((element) => element === document.activeElement)
  for (let stops = 0; stops < 4 && !(await isReached()); stops += 1) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(window).toHaveCount(0)
  await expectFocusWithin(page, '#content, [role=dialog]')
}
