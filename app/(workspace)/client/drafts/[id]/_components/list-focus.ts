import { flushSync } from 'react-dom'
import { focusField } from '#app/_components/focus-field.ts'

/** Adds an item to a list and puts the cursor into its first field, which stands before the button. */
export function addAndEnter(add: () => void, firstField: string): void {
  flushSync(add)
  focusField(firstField)
}

/** Removes an item of a list; the focus goes on to the button that adds one, rather than nowhere. */
export function removeAndGoOn(remove: () => void, list: string): void {
  flushSync(remove)
  document.querySelector<HTMLElement>(`[data-add="${list}"]`)?.focus({ preventScroll: true })
}
