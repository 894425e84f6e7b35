import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from 'playwright/test'

type Fixtures = {
  /** Console errors that the test brings about on purpose; the browser writes one for every refusal. */
  expectedErrors: RegExp[]
  /** Checks the page for accessibility and keeps pictures of it, light and dark, phone and desktop. */
  capture: (name: string) => Promise<void>
}

/** Each width and each scheme once; with ALL_PICTURES set, each with the other too. */
const views = process.env.ALL_PICTURES ? { light: [390, 1440], dark: [390, 1440] } : { light: [390], dark: [1440] }

/** A page on which any console error, uncaught error or policy violation fails the test. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it depends on by destructuring
  expectedErrors: async ({}, use) => use([]),

  page: async ({ page, expectedErrors }, use) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error}`))
    await use(page)
    const unexpected = complaints.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)))
    expect(unexpected).toEqual([])
  },

  capture: async ({ page }, use) => {
    let number = 0
    await use(async (name) => {
      number += 1
      const before = page.viewportSize()
      await page.waitForLoadState('networkidle')
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
        await expectAccessible(page, `${name}, ${scheme}`)
        for (const width of views[scheme]) {
          await page.setViewportSize({ width, height: 900 })
          await page.evaluate(() => scrollTo(0, 0))
          const path = `test-results/pages/${String(number).padStart(2, '0')}-${name}-${width}-${scheme}.png`
          await page.screenshot({ path, fullPage: true, animations: 'disabled' })
          await expectNoSidewaysScroll(page, `${name} at ${width}`)
        }
      }
      await page.emulateMedia({ colorScheme: 'light' })
      if (before) await page.setViewportSize(before)
    })
  },
})

export async function expectAccessible(page: Page, where: string, except?: string): Promise<void> {
  const axe = new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
  const { violations } = await (except ? axe.exclude(except) : axe).analyze()
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  expect.soft(told, where).toEqual([])
}

export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overflow, { message: where, timeout: 10_000 }).toBeLessThanOrEqual(0)
}

export { expect }
