import { expect, type Page } from 'playwright/test'

/** Does what a browser does when its user comes back to the tab, until the page shows what has changed since. */
export async function comeBack(page: Page, look: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await look()
  }).toPass()
}
