import { expect, test } from './fixtures.ts'
import { browseAs } from './steps/browse-as.ts'

test('the palette finds pages and records by name, does what it offers, and gives the focus back', async ({
  page,
  capture,
  livedIn: seen,
}) => {
  await browseAs(page.context(), seen.people.client)
  await page.goto('/client')
  const field = page.getByPlaceholder('Page, draft, job or agent')

  await page.getByRole('button', { name: 'Search or go to…' }).click()
  await expect(field).toBeFocused()
  await expect(page.getByText('Drafts', { exact: true }).last()).toBeVisible()
  await capture('palette')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Search or go to…' })).toBeFocused()

  await page.keyboard.press('Control+k')
  await field.fill('transac')
  await page.keyboard.press('Enter')
  await page.waitForURL('/client/transactions')

  await page.keyboard.press('Control+k')
  await field.fill(`#${seen.jobs.settled}`)
  await page.keyboard.press('Enter')
  await page.waitForURL(`/client/jobs/${seen.jobs.settled}`)

  await page.keyboard.press('Control+k')
  // No name on the palette has the repository, by which the service finds its jobs.
  await field.fill('slugify-lite')
  await expect(page.getByRole('dialog').getByText(`#${seen.jobs.settled}`)).toBeVisible()
  await field.fill('no such thing')
  await expect(page.getByText('Nothing here has that name.')).toBeVisible()
  await field.fill('Dark colours')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('a lost network is said for as long as it lasts', async ({ page, livedIn: seen, expectedErrors }) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
  await browseAs(page.context(), seen.people.client)
  await page.goto('/client/jobs')
  const bar = page.getByText('You are offline.')
  await expect(page.getByRole('main').locator('[data-state]').first()).toBeVisible()
  await expect(bar).toHaveCount(0)
  await page.context().setOffline(true)
  await expect(bar).toBeVisible()
  await page.context().setOffline(false)
  await expect(bar).toHaveCount(0)
})
