import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { BrowserContext, Page, Response } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { ageSignIn } from './steps/age-sign-in.ts'
import { whileBroken } from './steps/break-down.ts'
import { browseAs } from './steps/browse-as.ts'
import type { LivedIn } from './steps/lived-in.ts'
import {
  expectAccessible,
  expectHeaderInside,
  expectNoSidewaysScroll,
  expectRoomForLongTitles,
  keepPicture,
} from './steps/look.ts'
import { type AppPage, addressOf, pages } from './steps/pages.ts'
import type { Stack } from './steps/stack.ts'
import { visit } from './steps/visit.ts'
import { seenIn, watchDocuments } from './steps/watch-page.ts'

const views = [
  { colorScheme: 'light', width: 360, height: 740 },
  { colorScheme: 'dark', width: 1440, height: 900 },
] as const
const darkGround = 'rgb(20, 22, 26)'

type Tab = { page: Page; view: string }

/** A page that gives way to its skeleton for longer is one that readers see come twice. */
const noticeableMs = 500

for (const persona of ['stranger', 'client', 'agent_owner', 'both'] as const) {
  test(`every page of ${persona} holds to policy, access, layout and frame rules in both schemes`, async ({
    context,
    expectedErrors,
    stack,
    livedIn,
  }) => {
    expectedErrors.push(/status of (404|500)/, /React error #441/)
    const foreign = watchRequests(context, stack)
    if (persona !== 'stranger') await browseAs(context, livedIn.people[persona])
    const tabs = await Promise.all(views.map((view) => openTab(context, view)))
    for (const one of pages.filter((each) => each.persona === persona)) {
      const look = () =>
        test.step(one.name, async () => void (await Promise.all(tabs.map((tab) => lookAt(tab, one, livedIn)))))
      await (one.isBroken ? whileBroken(stack, look) : look())
    }
    expect(foreign).toEqual([])
  })
}

test('a dark scheme is dark from its first frame, chosen here or by the system', async ({ page, livedIn }) => {
  await watchDocuments(page)
  await browseAs(page.context(), livedIn.people.client)
  for (const path of ['/', '/client/jobs']) {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(path)
    expect((await seenIn(page)).backgrounds, `${path}, by the system`).toEqual([darkGround])
    await page.emulateMedia({ colorScheme: 'light' })
    await page.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'dark'))
    await page.reload()
    expect((await seenIn(page)).backgrounds, `${path}, by choice`).toEqual([darkGround])
    await page.evaluate(() => localStorage.clear())
  }
})

test('a heading in sight stays there while a script of its page is late', async ({ page, livedIn }) => {
  await watchDocuments(page)
  await browseAs(page.context(), livedIn.people.both)
  const shared = await scriptsOf(page, '/settings')
  for (const path of ['/overview', '/client/jobs', '/agents']) {
    const own = (await scriptsOf(page, path)).filter((url) => !shared.includes(url))
    expect(own.length, path).toBeGreaterThan(0)
    await page.route(
      (url) => own.includes(url.href),
      async (route) => {
        await setTimeout(1_000)
        await route.continue()
      },
    )
    await visit(page, path)
    await expect(page.locator('h1')).toBeVisible()
    expect((await seenIn(page)).headingLostMs, path).toBeLessThan(100)
    await page.unrouteAll()
  }
})

test('what asks for a new sign-in is there with the first frame, and moves nothing', async ({
  page,
  stack,
  livedIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await watchDocuments(page)
  await browseAs(page.context(), livedIn.people.both)
  await ageSignIn(page, stack)
  await visit(page, '/agents/new')
  await expect(page.locator('[data-recent-sign-in]')).toBeVisible()
  const { shift, shifted } = await seenIn(page)
  expect(shift, shifted.join(' ')).toBeLessThanOrEqual(0.05)
})

test('a list that waits for its lines is announced as loading', async ({ page, livedIn }) => {
  const release = Promise.withResolvers<void>()
  await browseAs(page.context(), livedIn.people.both)
  await page.route(/\/api\/v1\/(notifications|agents)\/(\?|$)/, async (route) => {
    await release.promise
    await route.continue()
  })
  for (const path of ['/notifications', '/agents']) {
    await page.goto(path)
    await expect(page.getByRole('status', { name: 'Loading…' }), path).toBeVisible()
    await expectAccessible(page, path)
  }
  release.resolve()
  await page.unrouteAll({ behavior: 'wait' })
})

test('a list that cannot be read again stays', async ({ page, expectedErrors, livedIn }) => {
  expectedErrors.push(/ERR_FAILED/)
  await browseAs(page.context(), livedIn.people.agent_owner)
  await page.goto('/agents')
  const agent = page.getByRole('main').getByRole('listitem').locator('a[href^="/agents/"]').first()
  await expect(agent).toBeVisible()
  await page.route(/\/api\/v1\/agents\/(\?|$)/, (route) => route.abort())
  await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible({ timeout: 60_000 })
  await expect(agent).toBeVisible()
})

test('a page of another origin that frames the workspace shows nothing of it', async ({
  page,
  expectedErrors,
  stack,
  livedIn,
}) => {
  expectedErrors.push(/frame-ancestors/, /ERR_BLOCKED_BY_RESPONSE/)
  await browseAs(page.context(), livedIn.people.client)
  const html = `<iframe src="${stack.places.origin}/client" width="900" height="600"></iframe>`
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    const [, framed] = page.frames()
    await expect.poll(() => framed?.url()).toMatch(/^chrome-error:/)
    await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Overview' })).toHaveCount(0)
  } finally {
    server.close()
  }
})

/** The scripts that this page loads. */
async function scriptsOf(page: Page, path: string): Promise<string[]> {
  await visit(page, path)
  return page.evaluate(() => [...document.scripts].map(({ src }) => src).filter(Boolean))
}

async function openTab(context: BrowserContext, { colorScheme, width, height }: (typeof views)[number]): Promise<Tab> {
  const page = await context.newPage()
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height })
  await watchDocuments(page)
  return { page, view: `${width}-${colorScheme}` }
}

async function lookAt({ page, view }: Tab, one: AppPage, livedIn: LivedIn): Promise<void> {
  const where = `${one.name}-${view}`
  expectAnswer(await visit(page, addressOf(one, livedIn)), one, where)
  const { violations, shift, shifted, headingLostMs } = await seenIn(page)
  expect.soft(violations, where).toEqual([])
  expect.soft(shift, `${where}: ${shifted.join(' ')}`).toBeLessThanOrEqual(0.05)
  expect.soft(headingLostMs, `${where}: the page gave way to its skeleton again`).toBeLessThan(noticeableMs)
  await one.open?.(page)
  await expect.soft(page.locator('h1'), where).toHaveCount(1)
  if (one.says) await expect.soft(page.locator('h1'), where).toHaveText(one.says)
  await expect.soft(page, where).toHaveTitle(/Jobwright/)
  await expectNoSidewaysScroll(page, where)
  await expectHeaderInside(page, where)
  await keepPicture(page, where)
  await expectAccessible(page, where)
  await expectRoomForLongTitles(page, where)
}

function expectAnswer(answer: Response | null, { status }: AppPage, where: string): void {
  expect.soft(answer?.status(), where).toBe(status ?? 200)
  const headers = answer?.headers() ?? {}
  expect.soft(headers['content-security-policy'], where).toContain("frame-ancestors 'none'")
}

/** What a page asked for that is neither the app's, nor the chain's, nor the wallet frame's. */
function watchRequests(context: BrowserContext, stack: Stack): string[] {
  const { CHAIN_RPC_URL = '', WALLET_FRAME_ORIGIN = '' } = stack.variables
  const allowed = [stack.places.origin, new URL(CHAIN_RPC_URL).origin, WALLET_FRAME_ORIGIN]
  const foreign: string[] = []
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (!['data:', 'blob:'].includes(protocol) && !allowed.includes(origin)) foreign.push(request.url())
  })
  return foreign
}
