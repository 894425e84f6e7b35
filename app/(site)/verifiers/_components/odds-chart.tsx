import { verifiersText } from '#app/_text/verifiers.ts'
import type { Odds } from '#lib/usecases/verifiers/read-independence.ts'
import classes from './odds-chart.module.css'

const { chart, panelOf, percent, share, together } = verifiersText.odds

/** In units of the drawing, which is stretched to its place. */
const size = 100

/** One curve for each share of owners who work together, over panels of growing size; the table has the numbers. */
export function OddsChart({ odds }: { odds: readonly Odds[] }) {
  const shares = [...new Set(odds.map((one) => one.colludingShare))]
  const panels = [...new Set(odds.map((one) => panelOf(one.quorum, one.verifiers)))]
  const top = Math.max(...odds.map((one) => one.wrongMajority))
  const ofShare = (value: number) => odds.filter((one) => one.colludingShare === value)
  const names = shares.map((value) => share(Math.round(value * 100)))
  return (
    <figure className={classes.chart}>
      <ul className={classes.legend}>
        <li>{together}</li>
        {names.map((name, at) => (
          <li key={name} data-series={at}>
            {name}
          </li>
        ))}
      </ul>
      <div className={classes.plot}>
        <div className={classes.axis} aria-hidden="true">
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{percent(value)}</span>
          ))}
        </div>
        <svg viewBox={`0 0 ${size} ${size}`} preserveAspectRatio="none" role="img" aria-label={chart(names.join(', '))}>
          {shares.map((value, at) => (
            <polyline
              key={value}
              data-series={at}
              points={ofShare(value)
                .map(({ wrongMajority }, place, { length }) => pointOf(place / (length - 1), wrongMajority / top))
                .join(' ')}
            />
          ))}
        </svg>
        <div className={classes.labels} aria-hidden="true">
          {panels.map((name) => (
            <span key={name}>{name}</span>
          ))}
        </div>
      </div>
    </figure>
  )
}

function pointOf(x: number, y: number): string {
  return `${(x * size).toFixed(1)},${((1 - y) * size).toFixed(1)}`
}
