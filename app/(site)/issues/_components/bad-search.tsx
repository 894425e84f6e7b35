import { ButtonLink } from '#app/_components/button-link.tsx'
import { Message } from '#app/_components/message.tsx'
import { explorerText } from '#app/_text/explorer.ts'
import type { Fault } from '../_read-search.ts'
import { changed, hrefOf } from '../_search.ts'
import classes from './bad-search.module.css'

const { bad } = explorerText

/** What is wrong with an address, part by part, and the nearest search that is not. */
export function BadSearch({ search, faults }: { search: string; faults: readonly Fault[] }) {
  const params = new URLSearchParams(search)
  const repaired = changed(search, Object.fromEntries(faults.map(({ name }) => [name, null])))
  return (
    <Message title={bad.title} text={bad.text}>
      <ul className={classes.faults}>
        {faults.map(({ name, reason }) => (
          <li key={name}>
            <span className="mono">
              {name}={params.get(name)?.slice(0, 80)}
            </span>
            <br />
            {reason}
          </li>
        ))}
      </ul>
      <ButtonLink href={hrefOf(repaired)}>{repaired === '' ? bad.clear : bad.repair}</ButtonLink>
    </Message>
  )
}
