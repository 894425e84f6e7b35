import { useEffect } from 'react'

/** So many controls that had the focus are remembered. */
const trailMax = 8
/** A dialog that closes gives the focus back itself, ten milliseconds later. */
const afterDialogsMs = 60

/**
 * Keeps the keyboard on the page. Where a control that has the focus is disabled while it works, it gets the focus back;
 * where it disappears, the heading of its part of the page gets it, or else the last control that is still there.
 */
export function useFocusKeeper(): void {
  useEffect(() => {
    const trail: HTMLElement[] = []
    let ancestors: Element[] = []
    let timer = 0
    const forget = () => {
      ancestors = []
    }
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target === document.body) return
      ancestors = [...ancestorsOf(target)]
      if (target.tabIndex >= 0) trail.unshift(target)
      trail.splice(trailMax)
    }
    const settle = () => {
      timer = 0
      const [last] = ancestors
      if (!last || document.activeElement !== document.body) return
      if (last.isConnected && !isDisabled(last)) focusQuietly(last as HTMLElement)
      else if (last.isConnected && last.hasAttribute('data-loading')) return
      else focusNear(ancestors, trail)
    }
    const onChange = () => {
      if (timer === 0 && document.activeElement === document.body && ancestors.length > 0)
        timer = window.setTimeout(settle, afterDialogsMs)
    }
    // A click beside every control, or a control that gives the focus up, means it.
    const onBlur = ({ target }: FocusEvent) => {
      requestAnimationFrame(() => {
        const isGivenUp = target === ancestors[0] && document.activeElement === document.body
        if (isGivenUp && target instanceof Element && target.isConnected && !isDisabled(target)) forget()
      })
    }
    const observer = new MutationObserver(onChange)
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'data-loading'] })
    document.addEventListener('focusin', remember)
    document.addEventListener('focusout', onBlur)
    return () => {
      window.clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('focusin', remember)
      document.removeEventListener('focusout', onBlur)
    }
  }, [])
}

function* ancestorsOf(element: Element): Generator<Element> {
  for (let node: Element | null = element; node; node = node.parentElement) yield node
}

/** A part of the page with a heading stands for what was in it, and the page's own heading for everything else. */
function focusNear(ancestors: readonly Element[], trail: readonly HTMLElement[]): void {
  const part = ancestors.find((element) => element.isConnected && element.matches('section, [role="dialog"]'))
  const before = trail.find((element) => element.isConnected && !isDisabled(element) && element.closest('main'))
  const heading = (part ?? document).querySelector<HTMLElement>(part ? 'h1, h2, h3' : 'main h1')
  const next = part ? (heading ?? before) : (before ?? heading)
  if (!next) return
  if (next.tabIndex < 0) next.tabIndex = -1
  focusQuietly(next)
}

function isDisabled(element: Element): boolean {
  return element.matches(':disabled, [data-disabled]')
}

function focusQuietly(element: HTMLElement): void {
  element.focus({ preventScroll: true })
}
