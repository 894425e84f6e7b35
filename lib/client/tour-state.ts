/** Remembers where this browser stands with the tour, so that the server draws each page with it. */
export const tourCookie = 'jobwright-tour'

export type TourState = 'offered' | 'open' | 'closed'

/** It starts as an offer, and once closed it stays closed. */
export function toTourState(value: string | undefined): TourState {
  return value === 'open' || value === 'closed' ? value : 'offered'
}
