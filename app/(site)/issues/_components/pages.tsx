'use client'
import { ButtonLink } from '#app/_components/button-link.tsx'
import { explorerText } from '#app/_text/explorer.ts'
import { changed, hrefOf } from '../_search.ts'
import classes from './results.module.css'

/** The way on in the list, and back to its beginning. */
export function Pages({ search, next }: { search: string; next: string | null }) {
  const isFirst = !new URLSearchParams(search).has('cursor')
  if (isFirst && next === null) return null
  const first = changed(search, {})
  return (
    <nav className={classes.pages} aria-label={explorerText.results}>
      {!isFirst && (
        <ButtonLink href={hrefOf(first)} variant="default">
          {explorerText.firstPage}
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink href={hrefOf(`${first && `${first}&`}cursor=${next}`)} variant="default">
          {explorerText.nextPage}
        </ButtonLink>
      )}
    </nav>
  )
}
