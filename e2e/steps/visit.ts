import { setTimeout } from 'node:timers/promises'
import type { Page, Request, Response } from 'playwright/test'

const quietMs = 500
const patienceMs = 20_000

const nameOf = (request: Request) => `${request.method()} ${request.url()}`

/**
 * Opens an address and waits until the page has asked for nothing new for half a second; what it asks for again and again
 * does not count. The wait of Playwright never ends on pages with a shared worker: that the worker's script has arrived is
 * reported to the worker alone.
 */
export async function visit(page: Page, address: string): Promise<Response | null> {
  const open = new Set<Request>()
  const answered = new Set<string>()
  let changedAt = Date.now()
  const start = (request: Request) => {
    if (request.url().endsWith('/changes-worker.js') || answered.has(nameOf(request))) return
    open.add(request)
    changedAt = Date.now()
  }
  const end = (request: Request) => {
    if (!open.delete(request)) return
    answered.add(nameOf(request))
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
