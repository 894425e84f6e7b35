import { ChartFrame } from '#app/_components/chart-frame.tsx'
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
      <ChartFrame
        series={names}
        title={together}
        mark="curve"
        axis={[top, top / 2, 0].map(percent)}
        labels={panels.map((label) => ({ key: label, label }))}
        place="points"
      >
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
      </ChartFrame>
    </figure>
  )
}

function pointOf(x: number, y: number): string {
  return `${(x * size).toFixed(1)},${((1 - y) * size).toFixed(1)}`
}
