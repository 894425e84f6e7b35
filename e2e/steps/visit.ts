import { setTimeout } from 'node:timers/promises'
import type { Page, Request, Response } from 'playwright/test'

const quietMs = 500
const patienceMs = 20_000

/**
 * Opens an address and waits until the page has asked for nothing for half a second. The wait of Playwright never ends on
 * pages with a shared worker: that the worker's script has arrived is reported to the worker alone.
 */
export async function visit(page: Page, address: string): Promise<Response | null> {
  const open = new Set<Request>()
  let changedAt = Date.now()
  const start = (request: Request) => {
    if (request.url().endsWith('/changes-worker.js')) return
    open.add(request)
    changedAt = Date.now()
  }
  const end = (request: Request) => {
    open.delete(request)
    changedAt = Date.now()
  }
  page.on('request', start).on('requestfinished', end).on('requestfailed', end)
  try {
    const answer = await page.goto(address)
    const startedAt = Date.now()
    while (open.size > 0 || Date.now() - changedAt < quietMs) {
      if (Date.now() - startedAt > patienceMs)
        throw new Error(`${address} still asks for ${[...open].map((request) => request.url()).join(', ')}`)
      await setTimeout(50)
    }
    return answer
  } finally {
    page.off('request', start).off('requestfinished', end).off('requestfailed', end)
  }
}
