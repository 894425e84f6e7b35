import { expect, type Page } from 'playwright/test'

/** Ends the session as another tab would, and waits until this one says so. */
export async function endSession(page: Page): Promise<void> {
  await page.evaluate(() =>
    fetch('/api/v1/auth/logout/', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }),
  )
  await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
}
