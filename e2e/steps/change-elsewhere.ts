import { expect, type Page } from 'playwright/test'

/**
 * Changes the draft of the page as another window would, which the page does not know of. A review that was still
 * running may change the draft between reading and writing; the other window then reads it again.
 */
export async function changeElsewhere(page: Page, change: object): Promise<void> {
  await expect(async () => {
    const status = await page.evaluate(async (body) => {
      const path = `/api/v1/client/job-drafts/${location.pathname.split('/').at(-1)}/`
      const { version } = await (await fetch(path)).json()
      const headers = { 'content-type': 'application/json', 'if-match': `"${version}"` }
      return (await fetch(path, { method: 'PATCH', headers, body: JSON.stringify(body) })).status
    }, change)
    expect(status).toBe(200)
  }).toPass({ timeout: 60_000 })
}
