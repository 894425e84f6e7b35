const storageKey = 'jobwright.wish'

/** Remembers in this tab which public issue the person set out to fund, through sign-in, onboarding and connecting. */
export function keepPendingIssue(reference: string): void {
  sessionStorage.setItem(storageKey, reference)
}

export function pendingIssue(): string | null {
  return sessionStorage.getItem(storageKey)
}

export function forgetPendingIssue(): void {
  sessionStorage.removeItem(storageKey)
}
