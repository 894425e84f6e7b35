import type { Page } from 'playwright/test'

/** Until the page's routes are ended, changes what the service answers below a path, on its way to the browser. */
export async function rewrite<Body>(page: Page, path: string | RegExp, change: (body: Body) => void): Promise<void> {
  await page.route(path, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    const body: Body = await response.json()
    change(body)
    await route.fulfill({ response, json: body })
  })
}
