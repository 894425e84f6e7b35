import { useEffect } from 'react'

/** Dialogs give the focus back a moment after they have closed. */
const waitMs = 150

/**
 * When what was focused in the page goes, as a button does with what it did, the nearest part of the page around it that
 * is still there takes the focus. Without that the next Tab would start at the top of the page.
 */
export function useFocusKept(pageId: string): void {
  useEffect(() => {
    const page = document.getElementById(pageId)
    if (!page) return
    let around: HTMLElement[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) around = chainOf(target, page)
    }
    const keep = () => {
      if (document.activeElement !== document.body) return
      const heir = around.slice(1).find((element) => element.isConnected)
      if (!around[0] || !heir || isFocusable(around[0])) return
      around = []
      if (!heir.hasAttribute('tabindex')) heir.tabIndex = -1
      heir.focus({ preventScroll: true })
    }
    const look = new MutationObserver(() => {
      if (document.activeElement !== document.body || around.length === 0) return
      clearTimeout(timer)
      timer = setTimeout(keep, waitMs)
    })
    page.addEventListener('focusin', remember)
    look.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    return () => {
      clearTimeout(timer)
      look.disconnect()
      page.removeEventListener('focusin', remember)
    }
  }, [pageId])
}

/** What is focused, then what it lies in, up to the page. */
function chainOf(focused: HTMLElement, page: HTMLElement): HTMLElement[] {
  const chain = [focused]
  for (let at = focused.parentElement; at && page.contains(at); at = at.parentElement) {
    if (at === page || at.matches('section, li, form, [role="region"]')) chain.push(at)
  }
  return chain
}

function isFocusable(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled')
}
