import { expect, test } from './fixtures.ts'
import { browseAs } from './steps/browse-as.ts'

// The browser's other journeys answer for the server themselves, which such a worker would hide from them.
test.use({ serviceWorkers: 'allow' })

test('a visit while the server is away shows a page of ours, which goes on once it can', async ({
  page,
  capture,
  livedIn,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await browseAs(page.context(), livedIn.people.client)
  await page.goto('/client/jobs')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.context().setOffline(true)
  await page.goto('/client/transactions')
  await expect(page.getByRole('heading', { level: 1, name: 'Jobwright can’t be reached' })).toBeVisible()
  await capture('offline')
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible()
  await expect(page).toHaveURL('/client/transactions')
})
