import { verifiersText } from '#app/_text/verifiers.ts'
import type { Odds } from '#lib/usecases/verifiers/read-independence.ts'
import classes from '../verifiers.module.css'

const { panel, panelOf, percent, share, together } = verifiersText.odds

/** One row per panel, one column per share of owners who work together. */
export function OddsTable({ odds }: { odds: readonly Odds[] }) {
  const shares = [...new Set(odds.map((one) => one.colludingShare))]
  const panels = [...new Set(odds.map((one) => panelOf(one.quorum, one.verifiers)))]
  return (
    <table className={classes.odds}>
      <thead>
        <tr>
          <th scope="col" rowSpan={2}>
            {panel}
          </th>
          <th scope="colgroup" colSpan={shares.length}>
            {together}
          </th>
        </tr>
        <tr>
          {shares.map((value) => (
            <th key={value} scope="col">
              {share(Math.round(value * 100))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {panels.map((name) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {odds
              .filter((one) => panelOf(one.quorum, one.verifiers) === name)
              .map((one) => (
                <td key={one.colludingShare}>{percent(one.wrongMajority)}</td>
              ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
