import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { whileBroken } from '#e2e/steps/break-down.ts'
import { browseAs } from '#e2e/steps/browse-as.ts'
import { liveIn } from '#e2e/steps/lived-in.ts'
import { untilStill } from '#e2e/steps/look.ts'
import { type AppPage, addressOf, pages } from '#e2e/steps/pages.ts'
import { openStack } from '#e2e/steps/stack.ts'
import { visit } from '#e2e/steps/visit.ts'
import { schemes, widths } from './views.ts'

/** Takes every page at every width in both schemes; PAGES picks some by the beginnings of their names. */
export async function takePictures(browser: Browser, folder: string): Promise<string[]> {
  const chosen = process.env.PAGES?.split(',')
  const wanted = pages.filter(({ name }) => !chosen || chosen.some((start) => name.startsWith(start)))
  const stack = await openStack()
  try {
    const seen = await liveIn(stack)
    for (const one of wanted) {
      console.log(one.name)
      const context = await browser.newContext({
        baseURL: stack.places.origin,
        locale: 'en-GB',
        reducedMotion: 'reduce',
      })
      if (one.persona !== 'stranger') await browseAs(context, seen.people[one.persona])
      const page = await context.newPage()
      const take = () => takeOne(page, one, addressOf(one, seen), folder)
      await (one.isBroken ? whileBroken(stack, take) : take())
      await context.close()
    }
    return wanted.map(({ name }) => name)
  } finally {
    await stack.close()
  }
}

/** Loads it again for each width, since some pages choose by it what they show. */
async function takeOne(page: Page, { name, open }: AppPage, address: string, folder: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 500 ? 740 : 900 })
    await visit(page, address)
    await open?.(page)
    await page.locator('h1').first().waitFor()
    await untilStill(page)
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      await untilStill(page)
      const path = join(folder, `${name}-${width}-${colorScheme}.png`)
      await page.screenshot({ path, fullPage: true, animations: 'disabled' })
    }
  }
}
