/** Brings a field of the draft's form into sight and puts the cursor in it; a list's first field stands for the list. */
export function focusField(path: string): void {
  const field =
    document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`) ??
    document.querySelector<HTMLElement>(`[data-path^="${CSS.escape(path)}."]`)
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}
