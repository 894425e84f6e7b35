import { useSyncExternalStore } from 'react'
import { type TourState, toTourState, tourCookie } from './tour-state.ts'

const changed = 'jobwright.tour'
const yearSeconds = 365 * 24 * 3_600

/** Where this browser stands with the tour; `initial` is what the server read. */
export function useTour(initial?: TourState): TourState | undefined {
  return useSyncExternalStore(watch, read, () => initial)
}

export function setTour(state: TourState): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${tourCookie}=${state}; path=/; max-age=${yearSeconds}; samesite=lax`
  dispatchEvent(new Event(changed))
}

function read(): TourState {
  const [, value] = document.cookie.match(new RegExp(`(?:^|; )${tourCookie}=(\\w+)`)) ?? []
  return toTourState(value)
}

function watch(onChange: () => void): () => void {
  addEventListener(changed, onChange)
  return () => removeEventListener(changed, onChange)
}
