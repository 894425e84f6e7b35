'use client'
import { Icon } from '#app/_components/icon.tsx'
import { explorerText } from '#app/_text/explorer.ts'
import { type Choice, countText, type FacetGroup } from '../_facets.ts'
import classes from './facet-panel.module.css'
import { SearchLink } from './search-link.tsx'

const { filters: text } = explorerText
const shownAtFirst = 7

/** One facet: its values, each with what it would leave, and what is chosen first. */
export function FacetChoices({ group }: { group: FacetGroup }) {
  const chosen = group.choices.filter(({ isChosen }) => isChosen)
  const others = group.choices.filter(({ isChosen }) => !isChosen)
  const isLong = group.choices.length > shownAtFirst + 2
  const first = isLong ? [...chosen, ...others].slice(0, Math.max(shownAtFirst, chosen.length)) : group.choices
  const rest = isLong ? [...chosen, ...others].slice(first.length) : []
  const id = `facet-${group.name}`
  return (
    <section className={classes.group} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {group.title}
      </h2>
      <Choices choices={first} />
      {rest.length > 0 && (
        <details>
          <summary className={classes.more}>{text.more(rest.length)}</summary>
          <Choices choices={rest} />
        </details>
      )}
    </section>
  )
}

function Choices({ choices }: { choices: Choice[] }) {
  return (
    <ul className={classes.choices}>
      {choices.map(({ text: name, search, isChosen, count }) => (
        <li key={name}>
          <SearchLink
            to={search}
            className={classes.choice}
            rel="nofollow"
            {...(isChosen && { 'aria-current': 'true' })}
          >
            <span className={classes.box} aria-hidden="true">
              {isChosen && <Icon name="check" size={12} />}
            </span>
            <span className={classes.name}>{name}</span>
            {count && (
              <span className={classes.count}>
                {countText(count)} <span className={classes.unit}>{text.issues}</span>
              </span>
            )}
          </SearchLink>
        </li>
      ))}
    </ul>
  )
}
