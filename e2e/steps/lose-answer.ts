import type { Page } from 'playwright/test'

/** Lets a request to withdraw through and its answer be lost in a reload. */
export async function loseAnswer(page: Page, send: () => Promise<void>): Promise<void> {
  const arrived = Promise.withResolvers<void>()
  await page.route('**/withdraw/', async (route) => {
    await route.fetch()
    arrived.resolve()
  })
  await send()
  await arrived.promise
  await page.reload()
  await page.unroute('**/withdraw/')
}
