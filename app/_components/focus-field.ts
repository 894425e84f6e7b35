/** Brings a field of a form into sight and puts the cursor in it; a list's first field stands for the list. */
export function focusField(path: string): void {
  const field =
    document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`) ??
    document.querySelector<HTMLElement>(`[data-path^="${CSS.escape(path)}."]`)
  focusInSight(field)
}

/** Brings it into the window and focuses it; what takes no input needs a `tabIndex` of -1. */
export function focusInSight(element: HTMLElement | null, block: 'start' | 'center' = 'center'): void {
  element?.scrollIntoView({ block })
  element?.focus({ preventScroll: true })
}

/** The same for the first field of these that have something wrong. */
export function focusFirst(errors: Record<string, unknown>): void {
  const [first] = Object.keys(errors)
  if (first) focusField(first)
}
