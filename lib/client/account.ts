import { forgetDeleted } from './deleted-drafts.ts'
import { forgetAllInput } from './kept-input.ts'

const key = 'jobwright.account'

/** Tells every tab of this browser whose session its cookie holds now. */
export function noteAccount(userId: string): void {
  if (notedAccount() !== userId) localStorage.setItem(key, userId)
}

export function notedAccount(): string | null {
  return localStorage.getItem(key)
}

/** Whether a tab noted another account last; without a note nothing is known. */
export function isAnotherAccount(userId: string): boolean {
  const noted = notedAccount()
  return noted !== null && noted !== userId
}

/** Leaves no note of it for the next person. */
export function forgetAccount(userId: string): void {
  if (!isAnotherAccount(userId)) localStorage.removeItem(key)
}

/** What is typed in this tab from now on is this person's. */
export function takeTab(userId: string): void {
  sessionStorage.setItem(key, userId)
}

/** Forgets what another person typed or deleted in this tab. */
export function clearTabOfAnother(userId: string): void {
  const owner = sessionStorage.getItem(key)
  if (owner !== null && owner !== userId) clearTab()
}

/** Forgets what a person typed or deleted in this tab. */
export function clearTab(): void {
  forgetAllInput(sessionStorage)
  forgetDeleted(sessionStorage)
  sessionStorage.removeItem(key)
}
