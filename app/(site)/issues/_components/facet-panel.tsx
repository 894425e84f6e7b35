'use client'
import { Suspense, use } from 'react'
import { explorerText } from '#app/_text/explorer.ts'
import { chosenOf } from '../_chosen.ts'
import { type Facet, groupsOf } from '../_facets.ts'
import { hrefOf } from '../_search.ts'
import { type Counting, useExplorer } from './explorer.tsx'
import { FacetChoices } from './facet-choices.tsx'
import classes from './facet-panel.module.css'

const { filters: text } = explorerText

/** The counts of every facet; the last ones stay, dimmed, until those of the next search are there. */
export function FacetPanel() {
  const { search, counting, counts, isPending } = useExplorer()
  const chosen = chosenOf(search).length
  return (
    <section className={classes.panel} aria-labelledby="filters">
      <input type="checkbox" id="show-filters" className={classes.toggle} />
      <label htmlFor="show-filters" className={classes.opener}>
        <span id="filters">{text.title}</span>
        {chosen > 0 && <span className={classes.chosen}>{chosen}</span>}
      </label>
      <div className={classes.groups} aria-busy={isPending || !counts?.isCurrent}>
        {counts ? (
          <Groups facets={counts.facets} />
        ) : (
          <Suspense fallback={<Awaited />}>
            <LateGroups counting={counting} />
          </Suspense>
        )}
      </div>
    </section>
  )
}

function LateGroups({ counting }: { counting: Counting }) {
  return <Groups facets={counting.later ? use(counting.later) : counting.now} />
}

function Groups({ facets }: { facets: Facet[] | null }) {
  const { search } = useExplorer()
  if (!facets) return <p className={classes.note}>{text.uncounted}</p>
  return groupsOf(facets, search).map((group) => <FacetChoices key={group.name} group={group} />)
}

function Awaited() {
  const { search } = useExplorer()
  return (
    <>
      <noscript>
        <p className={classes.note}>
          {text.slow} <a href={hrefOf(search)}>{text.again}</a>
        </p>
      </noscript>
      <div role="status" aria-label={text.counting} className={classes.awaited}>
        {[4, 3, 7, 6].map((lines) => (
          <div key={lines} className={classes.bone} style={{ height: 28 + lines * 30 }} />
        ))}
      </div>
    </>
  )
}
