import type { Page } from 'playwright/test'

/** Until the page's routes are ended, changes what the service answers below a path, on its way to the browser. */
export async function rewrite<Body>(page: Page, path: string | RegExp, change: (body: Body) => void): Promise<void> {
  await page.route(path, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    try {
      const response = await route.fetch()
      const body: Body = await response.json()
      change(body)
      await route.fulfill({ response, json: body })
    } catch (error) {
      // A page that polls has a request under way when its journey ends, and the answer is taken away from it.
      if (!/disposed|closed/.test(String(error))) throw error
    }
  })
}
