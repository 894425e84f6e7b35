import { EmptyState } from '#app/_components/empty-state.tsx'
import { Icon } from '#app/_components/icon.tsx'
import { explorerText } from '#app/_text/explorer.ts'
import { chosenOf } from '../_chosen.ts'
import { changed } from '../_search.ts'
import classes from './list-head.module.css'
import { SearchLink } from './search-link.tsx'

const { empty, filters, firstPage } = explorerText

/** Why there is nothing, and which filters to drop to see something. */
export function NoResults({ search }: { search: string }) {
  const chosen = chosenOf(search)
  if (new URLSearchParams(search).has('cursor')) {
    return (
      <EmptyState icon="search" title={empty.lastTitle} text={empty.lastText}>
        <SearchLink to={changed(search, {})} className={classes.clear}>
          {firstPage}
        </SearchLink>
      </EmptyState>
    )
  }
  if (chosen.length === 0) return <EmptyState icon="search" title={empty.bare} text={empty.bareText} />
  return (
    <EmptyState icon="search" title={empty.title} text={empty.text}>
      <ul className={classes.chosen} aria-label={empty.text}>
        {chosen.map(({ text, search: without }) => (
          <li key={text}>
            <SearchLink to={without} className={classes.chip} aria-label={filters.remove(text)}>
              <span className={classes.chipText}>{text}</span>
              <Icon name="cross" size={14} />
            </SearchLink>
          </li>
        ))}
      </ul>
      {chosen.length > 1 && (
        <SearchLink to="" className={classes.clear}>
          {filters.clear}
        </SearchLink>
      )}
    </EmptyState>
  )
}
