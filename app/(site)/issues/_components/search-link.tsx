'use client'
import type { ComponentProps } from 'react'
import { hrefOf } from '../_search.ts'
import { useExplorer } from './explorer.tsx'
import { isPlainClick } from './plain-click.ts'

type SearchLinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { to: string }

/** A link to another search; where scripts run, the page stays and only the results change. */
export function SearchLink({ to, children, ...props }: SearchLinkProps) {
  const { go } = useExplorer()
  return (
    <a
      href={hrefOf(to)}
      {...props}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        go(to)
      }}
    >
      {children}
    </a>
  )
}
