'use client'
import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, useContext, useEffect, useOptimistic, useState, useTransition } from 'react'
import type { Facet } from '../_facets.ts'
import { hrefOf } from '../_search.ts'

/** Counts that were there in time, or the promise of them; null when they could not be read. */
export type Counting = { search: string; now: Facet[] | null; later: Promise<Facet[] | null> | null }

type Explorer = {
  /** The search that was asked for last; the page may still show another. */
  search: string
  isPending: boolean
  counting: Counting
  /** The newest counts that arrived, and whether they are of this search; undefined before the first. */
  counts: { facets: Facet[] | null; isCurrent: boolean } | undefined
  go: (search: string, options?: { replace: boolean }) => void
  /** Leaves for another page of this application. */
  open: (href: string) => void
}

const ExplorerContext = createContext<Explorer | undefined>(undefined)

export function useExplorer(): Explorer {
  const explorer = useContext(ExplorerContext)
  if (!explorer) throw new Error('useExplorer needs the Explorer above it')
  return explorer
}

type ExplorerProps = { search: string; counting: Counting; children: ReactNode }

/** Holds the search of the page. Changes build on the one asked for last, so that none is lost in a hurry. */
export function Explorer({ search, counting, children }: ExplorerProps) {
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  const [wanted, setWanted] = useOptimistic(search)
  const counts = useCounts(counting)
  const go: Explorer['go'] = (next, options) =>
    startTransition(() => {
      setWanted(next)
      if (options?.replace) router.replace(hrefOf(next), { scroll: false })
      else router.push(hrefOf(next), { scroll: false })
    })
  const open = (href: string) => startTransition(() => router.push(href))
  return <ExplorerContext value={{ search: wanted, isPending, counting, counts, go, open }}>{children}</ExplorerContext>
}

function useCounts(counting: Counting): Explorer['counts'] {
  const [kept, setKept] = useState<{ search: string; facets: Facet[] | null } | undefined>(
    counting.later === null ? { search: counting.search, facets: counting.now } : undefined,
  )
  useEffect(() => {
    let isWanted = true
    const keep = (facets: Facet[] | null) => {
      if (isWanted) setKept({ search: counting.search, facets })
    }
    if (counting.later === null) keep(counting.now)
    else counting.later.then(keep, () => keep(null))
    return () => {
      isWanted = false
    }
  }, [counting])
  if (counting.later === null) return { facets: counting.now, isCurrent: true }
  return kept && { facets: kept.facets, isCurrent: kept.search === counting.search }
}
