import { type RefObject, useEffect, useRef } from 'react'

/**
 * A place that takes the focus when what was done there is over and the focus is nowhere: the button that started it
 * lost it, and the wallet's window takes it along when it closes.
 */
export function useFocusBack<Place extends HTMLElement>(isActing: boolean): RefObject<Place | null> {
  const place = useRef<Place>(null)
  const wasActing = useRef(false)
  useEffect(() => {
    if (wasActing.current && !isActing && document.activeElement === document.body) place.current?.focus()
    wasActing.current = isActing
  }, [isActing])
  return place
}
