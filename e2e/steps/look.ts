import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

type Rules = { type: 'tag' | 'rule'; values: string[] }

const all: Rules = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }

/** What another scheme can change in a page whose other one was checked whole. */
export const ofColours: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** Waits for what moves to come to its end; half-seen words would be judged by half their contrast. */
export async function untilStill(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      return playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY
    }),
  )
}

/** Checks the page as it stands, and in same-origin frames, against the rules of WCAG 2.2 AA. */
export async function expectAccessible(page: Page, where: string, rules: Rules = all): Promise<void> {
  // Without this, each answer is put together in a separate page.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ runOnly: rules, resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  const problems: string[] = []
  for (const { id, nodes } of violations) {
    const targets = nodes.map((node) => node.target.join(' '))
    const left = id === 'target-size' ? await smallInTheOpen(page, targets) : targets
    if (left.length > 0) problems.push(`${id}: ${left.join(', ')}`)
  }
  expect.soft(problems, where).toEqual([])
}

/** Those that are too small in the middle of the window as well, where no bar that stays in place covers them. */
async function smallInTheOpen(page: Page, targets: readonly string[]): Promise<string[]> {
  const small: string[] = []
  for (const target of targets) {
    await page.locator(target).evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const axe = new AxeBuilder({ page }).setLegacyMode(true).include(target).withRules('target-size')
    if ((await axe.analyze()).violations.length > 0) small.push(target)
  }
  return small
}

export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overflow, { message: where }).toBeLessThanOrEqual(0)
}

/**
 * Titles of issues and names of agents may be one word that is longer than the window; the page is left with such headings.
 * Their words are drawn by a style: words written into a page whose scripts are still on their way are not what those expect.
 */
export async function expectRoomForLongTitles(page: Page, where: string): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`:is(h1, h2, h3)::after { content: '${'W'.repeat(200)}' }`)
    document.adoptedStyleSheets.push(sheet)
  })
  await expectNoSidewaysScroll(page, `${where}, with long headings`)
}

/** Whether the window shows every control of the header whole; a bar that stays in place cuts off without scrolling. */
export async function expectHeaderInside(page: Page, where: string): Promise<void> {
  const outside = () =>
    page
      .getByRole('banner')
      .locator('a, button')
      .evaluateAll((controls) =>
        controls
          .filter((control) => control.checkVisibility())
          .map((control) => ({ name: control.ariaLabel ?? control.textContent, box: control.getBoundingClientRect() }))
          .filter(({ box }) => box.left < 0 || box.right > document.documentElement.clientWidth)
          .map(({ name, box }) => `${name}: ${Math.round(box.left)} to ${Math.round(box.right)}`),
      )
  await expect.poll(outside, { message: where }).toEqual([])
}

/** Keeps a picture of the whole page where PICTURES is set; drawing all of a page takes a second or two. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return
  await page.evaluate(() => scrollTo(0, 0))
  await page.screenshot({ path: `test-results/pages/${name}.png`, fullPage: true, animations: 'disabled' })
}
