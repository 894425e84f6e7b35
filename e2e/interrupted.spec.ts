import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { browseAs } from './steps/browse-as.ts'
import { signIn } from './steps/sign-in.ts'

test('what is typed for a new agent is there again after the session has ended', async ({
  page,
  expectedErrors,
  livedIn,
}) => {
  expectedErrors.push(/status of 401/)
  await browseAs(page.context(), livedIn.people.both)
  await page.goto('/agents/new')
  await page.getByLabel('Name').fill('Night shift')
  await endSession(page)
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await signIn(page, 'Bea Both', '/agents/new')
  await expect(page.getByLabel('Name')).toHaveValue('Night shift')
})

/** Ends it as another tab would. */
async function endSession(page: Page): Promise<void> {
  await page.evaluate(() =>
    fetch('/api/v1/auth/logout/', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }),
  )
  await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
}
