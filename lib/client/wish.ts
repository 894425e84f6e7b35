const place = 'jobwright.wish'

/** Remembers in this tab which public issue the person set out to fund, through sign-in, onboarding and connecting. */
export function keepWish(reference: string): void {
  sessionStorage.setItem(place, reference)
}

export function keptWish(): string | null {
  return sessionStorage.getItem(place)
}

export function forgetWish(): void {
  sessionStorage.removeItem(place)
}
