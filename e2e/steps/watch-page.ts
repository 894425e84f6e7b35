import type { Page } from 'playwright/test'

/** What a document has gone through since it was opened. */
export type Seen = {
  violations: string[]
  shift: number
  shifted: string[]
  /** The backgrounds of the frames that were drawn until it was loaded, without repetitions. */
  backgrounds: string[]
  /** The longest time, in milliseconds, for which a heading that had been in sight gave way to something else. */
  headingLostMs: number
}

/** Watches every document of this page from before its first script: refusals by policy, shifts, and what is painted. */
export async function watchDocuments(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Seen = { violations: [], shift: 0, shifted: [], backgrounds: [], headingLostMs: 0 }
    Object.assign(globalThis, { seenHere: seen })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      seen.violations.push(`${violatedDirective} ${blockedURI}`)
    })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as unknown as Shift
        if (hadRecentInput) continue
        seen.shift += value
        for (const { node } of sources) if (node instanceof Element) seen.shifted.push(node.outerHTML.slice(0, 120))
      }
    }).observe({ type: 'layout-shift', buffered: true })
    const look = () => {
      const color = document.body && getComputedStyle(document.documentElement).backgroundColor
      if (color && seen.backgrounds.at(-1) !== color) seen.backgrounds.push(color)
      if (document.readyState !== 'complete') requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    let shownAt: number | undefined
    const lookAtHeading = () => {
      const heading = document.querySelector<HTMLElement>('main h1')
      const now = performance.now()
      if (heading?.offsetParent) shownAt = now
      else if (shownAt !== undefined) seen.headingLostMs = Math.max(seen.headingLostMs, now - shownAt)
    }
    // Asking for a frame each time would have the browser draw all of them.
    setInterval(lookAtHeading, 20)
    type Shift = { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
  })
}

export function seenIn(page: Page): Promise<Seen> {
  return page.evaluate(() => (globalThis as unknown as { seenHere: Seen }).seenHere)
}
