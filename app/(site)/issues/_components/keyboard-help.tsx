'use client'
import { useMounted } from '@mantine/hooks'
import { explorerText } from '#app/_text/explorer.ts'
import { useLetters } from './letters.ts'
import classes from './list-foot.module.css'

const { keyboard: text } = explorerText

/** What the keys do, and a way to have letters do nothing. */
export function KeyboardHelp() {
  const [areOn, setOn] = useLetters()
  const isMounted = useMounted()
  return (
    <details className={classes.help}>
      <summary>{text.title}</summary>
      <dl className={classes.keys}>
        {text.keys.map(([keys, meaning]) => (
          <div key={meaning}>
            <dt>
              {keys.map((name) => (
                <kbd key={name} className={classes.key}>
                  {name}
                </kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>{text.note}</p>
      <label className={classes.letters}>
        <input
          type="checkbox"
          checked={areOn}
          disabled={!isMounted}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
        {text.letters}
      </label>
    </details>
  )
}
