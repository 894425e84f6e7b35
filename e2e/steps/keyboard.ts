import { expect, type Locator, type Page } from 'playwright/test'

/** Goes on with Tab until the target has the focus; every stop on the way comes after the last and shows itself. */
export async function tabTo(page: Page, target: Locator, most = 80): Promise<void> {
  await expect(target).toBeVisible()
  await expect(target).toBeEnabled()
  await page.evaluate(startHere)
  for (let stops = 0; stops < most; stops += 1) {
    if (await target.evaluate(isFocused)) return
    await page.keyboard.press('Tab')
    expect(await complaintAboutStop(page)).toBe('')
  }
  throw new Error(`${target} was not reached in ${most} stops`)
}

/** The page may have brought the focus here itself, so the order of stops goes on from here. */
function startHere(): void {
  const here = document.activeElement
  if (here && here !== document.body) Object.assign(globalThis, { lastStop: here })
}

function isFocused(target: Element): boolean {
  return target === document.activeElement
}

/** Reaches the target and presses Enter on it. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Reaches the field and types over what is in it. */
export async function retype(page: Page, field: Locator, words: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(words)
}

/** Goes through the provider's pages as that person, from the sign-in page to where it leads. */
export async function signInByKeyboard(page: Page, persona: string, arrival: RegExp | string): Promise<void> {
  await enter(page, page.getByRole('button', { name: 'Continue with Google' }))
  await enter(page, page.getByRole('button', { name: persona }))
  await page.waitForURL(arrival)
}

/** The focus is in that part of the page, and nobody had to look for it. */
export async function expectFocusWithin(page: Page, place: string): Promise<void> {
  const where = () =>
    page.evaluate((within) => {
      const here = document.activeElement
      return here?.closest(within) ? '' : (here?.outerHTML.slice(0, 160) ?? 'nowhere')
    }, place)
  await expect.poll(where, { message: `the focus is within ${place}` }).toBe('')
}

/** Opens a dialog, which takes the focus, gives it back when it is left, and opens again. */
export async function openDialog(page: Page, opener: Locator): Promise<void> {
  await enter(page, opener)
  await expectFocusWithin(page, '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
}

/** From a new page, the first stop leads past the navigation to the content. */
export async function skipToContent(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport({ ratio: 1 })
  expect(await complaintAboutStop(page)).toBe('')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#content$/)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('#content, footer') !== null)).toBe(true)
}

/** What is wrong with where the focus is: not shown, before the last stop, or put out of order by hand. */
function complaintAboutStop(page: Page): Promise<string> {
  return page.evaluate(() => {
    const here = document.activeElement
    const known = globalThis as { lastStop?: Element | null }
    const last = known.lastStop
    known.lastStop = here
    // Past the last stop the focus leaves the page and starts from the top.
    if (!here || here === document.body) {
      known.lastStop = null
      return ''
    }
    const name = here.outerHTML.slice(0, 160)
    if (here instanceof HTMLElement && here.tabIndex > 0) return `has its own place in the order: ${name}`
    const isSameLayer = last?.isConnected && last.closest('[role=dialog]') === here.closest('[role=dialog]')
    if (isSameLayer && last.compareDocumentPosition(here) & Node.DOCUMENT_POSITION_PRECEDING) {
      const isTurn = last.closest('[role=dialog]') !== null
      if (!isTurn) return `comes before the last stop: ${name}`
    }
    const isShown = [here, here.nextElementSibling, here.parentElement].some((element) => {
      if (!element) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
    })
    return isShown ? '' : `does not show the focus: ${name}`
  })
}
