'use client'
import button from '#app/_components/button.module.css'
import { Icon } from '#app/_components/icon.tsx'
import { explorerText } from '#app/_text/explorer.ts'
import { savingHrefOf } from '../_addresses.ts'
import { chosenOf } from '../_chosen.ts'
import { countText, type Total, totalOf } from '../_facets.ts'
import { changed } from '../_search.ts'
import { useExplorer } from './explorer.tsx'
import classes from './list-head.module.css'
import { SearchLink } from './search-link.tsx'

const { filters, sort } = explorerText

/** How many issues there are, in which order, and what narrows them. `known` is a total that needs no count. */
export function ListHead({ known }: { known: Total | null }) {
  const { search, counts } = useExplorer()
  const total = known ?? (counts?.isCurrent && counts.facets ? totalOf(counts.facets, search) : undefined)
  return (
    <div className={classes.head}>
      <div className={classes.line}>
        <p className={classes.total} role="status">
          {total ? explorerText.total(countText(total), total.count === 1 && total.exact) : '\u00a0'}
        </p>
        <div className={classes.ways}>
          <Sorts />
          <a href={savingHrefOf(search)} rel="nofollow" className={button.button} data-variant="default" data-size="xs">
            {explorerText.share.save}
          </a>
        </div>
      </div>
      {total?.count !== 0 && <ChosenFilters />}
    </div>
  )
}

function Sorts() {
  const { search } = useExplorer()
  const params = new URLSearchParams(search)
  const current = params.get('sort') ?? 'newest'
  const offered = (['newest', 'updated', 'reward', 'relevance'] as const).filter(
    (value) => value !== 'relevance' || params.has('q') || current === value,
  )
  return (
    <nav aria-label={sort.label}>
      <ul className={classes.sorts}>
        {offered.map((value) => (
          <li key={value}>
            <SearchLink
              to={changed(search, { sort: value })}
              className={classes.sort}
              rel="nofollow"
              {...(current === value && { 'aria-current': 'true' })}
            >
              {sort.values[value]}
            </SearchLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function ChosenFilters() {
  const { search } = useExplorer()
  const chosen = chosenOf(search)
  if (chosen.length === 0) return null
  const order = new URLSearchParams(search).get('sort')
  return (
    <ul className={classes.chosen} aria-label={filters.chosen}>
      {chosen.map(({ text, search: without }) => (
        <li key={text}>
          <SearchLink to={without} className={classes.chip} aria-label={filters.remove(text)}>
            <span className={classes.chipText}>{text}</span>
            <Icon name="cross" size={14} />
          </SearchLink>
        </li>
      ))}
      <li>
        <SearchLink to={changed('', { sort: order === 'relevance' ? null : order })} className={classes.clear}>
          {filters.clear}
        </SearchLink>
      </li>
    </ul>
  )
}
