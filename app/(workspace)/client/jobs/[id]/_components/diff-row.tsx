import { memo } from 'react'
import { diffText as text } from '#app/_text/diff.ts'
import type { Row } from '#lib/client/diff/line-rows.ts'
import classes from './diff.module.css'
import type { Colours } from './use-colours.ts'

const signs = { added: '+', removed: '−', same: '' }

/** One line; sign, edge and ground all say whether it was added or removed. */
export const DiffRow = memo(function DiffRow({ row, colours }: { row: Row; colours: Colours | undefined }) {
  const { kind, before, after, isUnended } = row
  const words = <Words row={row} colours={colours} />
  return (
    <tr className={classes.line} data-kind={kind}>
      <td className={classes.place}>{before}</td>
      <td className={classes.place}>{after}</td>
      <td className={classes.sign}>{signs[kind]}</td>
      <td className={classes.text}>
        {kind === 'added' && <ins>{words}</ins>}
        {kind === 'removed' && <del>{words}</del>}
        {kind === 'same' && words}
        {isUnended && <span className={classes.unended}>{text.unended}</span>}
      </td>
    </tr>
  )
})

function Words({ row, colours }: { row: Row; colours: Colours | undefined }) {
  const tokens =
    row.kind === 'removed' ? colours?.before?.[(row.before ?? 0) - 1] : colours?.after?.[(row.after ?? 0) - 1]
  if (!tokens) return row.text
  let at = 0
  return tokens.map((token) => {
    const start = at
    at += token.text.length
    return (
      <span key={start} data-token={token.kind}>
        {token.text}
      </span>
    )
  })
}
