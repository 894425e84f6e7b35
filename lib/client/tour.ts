import { useSyncExternalStore } from 'react'

export type TourState = 'offered' | 'open' | 'closed'

const place = 'jobwright.tour'
const changed = 'jobwright.tour'

/** Where this browser stands with the tour; it starts as an offer, and once closed it stays closed. */
export function useTour(): TourState | undefined {
  return useSyncExternalStore(watch, read, () => undefined)
}

export function setTour(state: TourState): void {
  localStorage.setItem(place, state)
  dispatchEvent(new Event(changed))
}

function read(): TourState {
  const state = localStorage.getItem(place)
  return state === 'open' || state === 'closed' ? state : 'offered'
}

function watch(onChange: () => void): () => void {
  addEventListener(changed, onChange)
  addEventListener('storage', onChange)
  return () => {
    removeEventListener(changed, onChange)
    removeEventListener('storage', onChange)
  }
}
