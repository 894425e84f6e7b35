import { amountText } from '#lib/domain/money.ts'
import { chartTop } from '../_chart-top.ts'
import { chartText as text } from '../_text/chart.ts'
import classes from './bar-chart.module.css'
import { ChartFrame } from './chart-frame.tsx'

/** One bar: its parts lie on top of each other, in base units and in the order of the series. */
export type Bar = { key: string; label: string; name: string; parts: readonly bigint[] }

type BarChartProps = {
  /** What the picture says, for people who do not see it. */
  summary: string
  /** What a bar stands for, at the head of the table. */
  unit: string
  series: readonly string[]
  bars: readonly Bar[]
  /** More columns of the table, by the key of the bar. */
  more?: { title: string; value: (key: string) => string }[]
  /** Whether each bar has its label below; otherwise the first and the last one. */
  isEachLabelled?: boolean
}

/** Amounts as stacked bars with an axis, and the same numbers as a table. */
export function BarChart({ summary, unit, series, bars, more = [], isEachLabelled = false }: BarChartProps) {
  const top = chartTop(bars.map(({ parts }) => sumOf(parts)))
  const ends = bars.filter((_, at) => at === 0 || at === bars.length - 1)
  return (
    <div>
      <ChartFrame
        series={series}
        mark="bar"
        axis={[top, top / 2n, 0n].map(amountText)}
        labels={isEachLabelled ? bars : ends}
        place={isEachLabelled ? 'bars' : 'spread'}
      >
        <div className={classes.bars} data-each={isEachLabelled} role="img" aria-label={summary}>
          {bars.map(({ key, name, parts }) => (
            <div key={key} className={classes.bar} title={`${name}: ${amountText(sumOf(parts))}`}>
              {parts.map((units, at) => (
                <span key={series[at]} data-series={at} style={{ height: `${percentOf(units, top)}%` }} />
              ))}
            </div>
          ))}
        </div>
      </ChartFrame>
      <details className={classes.numbers}>
        <summary>{text.table}</summary>
        <div className={classes.scroll}>
          <table>
            <thead>
              <tr>
                {[unit, ...series, ...more.map(({ title }) => title)].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {bars.toReversed().map(({ key, name, parts }) => (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  {parts.map((units, at) => (
                    <td key={series[at]}>{amountText(units)}</td>
                  ))}
                  {more.map(({ title, value }) => (
                    <td key={title}>{value(key)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  )
}

function sumOf(parts: readonly bigint[]): bigint {
  return parts.reduce((sum, units) => sum + units, 0n)
}

/** What was paid is never invisible. */
function percentOf(units: bigint, top: bigint): number {
  return units === 0n ? 0 : Math.max(1.5, Number((units * 1_000n) / top) / 10)
}
