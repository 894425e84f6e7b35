'use client'
import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useMemo, useState } from 'react'
import { diffText as text } from '#app/_text/diff.ts'
import type { FileDiff } from '#lib/client/diff/file-diff.ts'
import { foldRows, type Stretch } from '#lib/client/diff/fold-rows.ts'
import classes from './diff.module.css'
import { DiffRow } from './diff-row.tsx'
import { type Colours, useColours } from './use-colours.ts'

/** Rows that one click, or the first look, adds to the page. */
const rowsAtOnce = 600

type DiffLinesProps = { path: string; diff: FileDiff }

/** The lines with their numbers; unchanged stretches are folded until they are opened. */
export function DiffLines({ path, diff }: DiffLinesProps) {
  const stretches = useMemo(() => foldRows(diff.rows), [diff])
  const colours = useColours(path, diff)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.pane} tabIndex={0} aria-label={text.contentOf(path)}>
      <table className={classes.lines}>
        <thead>
          <tr>
            {Object.values(text.columns).map((name) => (
              <th key={name} scope="col">
                <VisuallyHidden component="span">{name}</VisuallyHidden>
              </th>
            ))}
          </tr>
        </thead>
        {stretches.map((stretch) => (
          <StretchRows key={stretch.start} stretch={stretch} colours={colours} />
        ))}
      </table>
    </section>
  )
}

function StretchRows({ stretch, colours }: { stretch: Stretch; colours: Colours | undefined }) {
  const { rows, isFolded } = stretch
  const [shown, setShown] = useState(isFolded ? 0 : rowsAtOnce)
  const left = rows.length - shown
  return (
    <tbody>
      {rows.slice(0, shown).map((row) => (
        <DiffRow key={`${row.before}:${row.after}`} row={row} colours={colours} />
      ))}
      {left > 0 && (
        <tr className={classes.fold}>
          <td colSpan={4}>
            <UnstyledButton className={classes.unfold} onClick={() => setShown(shown + rowsAtOnce)}>
              {isFolded ? text.unfold(left) : text.more(left)}
            </UnstyledButton>
          </td>
        </tr>
      )}
    </tbody>
  )
}
