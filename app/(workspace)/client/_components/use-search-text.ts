'use client'
import { useEffect, useState } from 'react'

/**
 * The text of a search field, which keeps what is typed while the address holds it trimmed. Another change of the address,
 * such as the back button, replaces the text. `name` is that of the text in the address.
 */
export function useSearchText(name: string, value: string): [text: string, type: (text: string) => void] {
  const [text, type] = useState(value)
  useEffect(() => {
    // Next reports an address late: one that is no longer there is older than what was typed.
    const isCurrent = value === (new URLSearchParams(location.search).get(name)?.trim() ?? '')
    if (isCurrent) type((typed) => (typed.trim() === value ? typed : value))
  }, [name, value])
  return [text, type]
}
