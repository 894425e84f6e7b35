import { test as base, expect, type Page } from 'playwright/test'
import { type LivedIn, liveIn } from './steps/lived-in.ts'
import { expectAccessible, expectNoSidewaysScroll, keepPicture, ofColours, untilStill } from './steps/look.ts'
import { openStack, type Stack } from './steps/stack.ts'

type Fixtures = {
  /** Console errors that the test brings about on purpose; the browser writes one for every refusal. */
  expectedErrors: RegExp[]
  /** Checks a state that only this journey reaches, and keeps pictures of it: light on a phone, dark on a desktop. */
  capture: (name: string) => Promise<void>
}

type Shared = {
  stack: Stack
  /** The same stack, brought to where every page has something to show. */
  livedIn: LivedIn
}

/** Each width and each scheme once; with ALL_PICTURES set, each with the other too. */
const widths = process.env.ALL_PICTURES ? { light: [390, 1440], dark: [390, 1440] } : { light: [390], dark: [1440] }

/**
 * Any console error, uncaught error or policy violation on a page of the browser fails the test. An answer that asks to be
 * tried later is none: a busy machine brings it about, and the page tries again.
 */
export const test = base.extend<Fixtures, Shared>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it depends on by destructuring
    async ({}, use) => {
      const stack = await openStack()
      await use(stack)
      await stack.close()
    },
    { scope: 'worker' },
  ],

  livedIn: [async ({ stack }, use) => use(await liveIn(stack)), { scope: 'worker', timeout: 600_000 }],

  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it depends on by destructuring
  expectedErrors: async ({}, use) => use([]),

  context: async ({ context, expectedErrors }, use) => {
    const complaints: { text: string; of?: string }[] = []
    const toBeTriedLater = new Set<string>()
    context.on('console', (message) => {
      const text = `${message.page()?.url()}: ${message.text()} (${message.location().url})`
      if (message.type() === 'error') complaints.push({ text, of: message.location().url })
    })
    context.on('weberror', (error) => complaints.push({ text: `${error.page()?.url()}: ${error.error()}` }))
    context.on('response', (response) => {
      if (response.status() === 503 && response.headers()['retry-after']) toBeTriedLater.add(response.url())
    })
    await use(context)
    const unexpected = complaints
      .filter(({ text, of = '' }) => !(/status of 503/.test(text) && toBeTriedLater.has(of)))
      .filter(({ text }) => !expectedErrors.some((pattern) => pattern.test(text)))
      .map(({ text }) => text)
    expect(unexpected).toEqual([])
  },

  capture: async ({ page }, use) => {
    await use(async (name) => test.step(`capture ${name}`, () => captureBoth(page, name)))
  },
})

async function captureBoth(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    for (const width of widths[scheme]) {
      await page.setViewportSize({ width, height: 900 })
      const where = `${name}-${width}-${scheme}`
      await untilStill(page)
      await expectNoSidewaysScroll(page, where)
      await expectAccessible(page, where, ...(scheme === 'dark' ? [ofColours] : []))
      await keepPicture(page, where)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (before) await page.setViewportSize(before)
}

export { expect }
