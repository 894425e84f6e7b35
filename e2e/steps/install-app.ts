import type { Page } from 'playwright/test'

/** Goes through the host's installation page for an account, as the person of that login. */
export async function installApp(page: Page, login: string, account: string): Promise<void> {
  await page.waitForURL(/\/apps\/[\w-]+\/installations\/new\?state=/)
  const persona = page.getByRole('radio', { name: new RegExp(login) })
  if (await persona.isVisible()) {
    await persona.check()
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  const target = page.getByRole('region', { name: account })
  const all = target.getByRole('radio', { name: /all repositories/i })
  const request = target.getByRole('button', { name: 'Authorize and request' })
  await all.or(request).first().waitFor()
  if (await request.isVisible()) return request.click()
  await all.check()
  await target.getByRole('button', { name: /Install and authorize|Save/ }).click()
}
