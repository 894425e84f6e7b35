import { useEffect, useState } from 'react'
import { type KeepSoon, keepSoon } from '#lib/client/keep-soon.ts'

/** Keeps what is typed a moment after the last key, or when the form is taken away, as by a session that ends. */
export function useKeepSoon<Input>(keep: (input: Input) => void): KeepSoon<Input> {
  const [keeper] = useState(() => keepSoon(keep))
  useEffect(() => keeper.flush, [keeper])
  return keeper
}
