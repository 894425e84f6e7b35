'use client'
import { useEffect, useState } from 'react'
import type { ProblemText } from '../_text/problems.ts'

type Table = Partial<Record<string, ProblemText>>

/** The text for a code; undefined until the table is loaded, for which no page waits. */
export function useProblemText(code: string): ProblemText | 'unknown' | undefined {
  const [table, setTable] = useState<Table>()
  useEffect(() => {
    let isWanted = true
    import('../_text/problems.ts').then(
      ({ problemText }) => isWanted && setTable(problemText),
      // Without it the service's own words stand.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [])
  return table && (table[code] ?? 'unknown')
}
