import type { MouseEvent } from 'react'

/**
 * For `onMouseDown` of a button between fields. A field that loses the focus is validated, and its message moves the
 * button away before the mouse is released, so that no click comes of it. The field keeps the focus instead.
 */
export function keepLayout(event: MouseEvent): void {
  event.preventDefault()
}
