import type { ReactNode } from 'react'
import classes from './chart-frame.module.css'

type ChartFrameProps = {
  /** Names of the series, in the order of their colours; a chart of one needs none. */
  series: readonly string[]
  /** What the names have in common. */
  title?: string
  /** How a series looks in the chart. */
  mark: 'bar' | 'curve'
  /** The values at the top, in the middle and at the bottom. */
  axis: readonly string[]
  /** Along the bottom, from left to right. */
  labels: readonly { key: string; label: string }[]
  /** Where each label stands: spread out, in the middle below its bar, or below its point. */
  place: 'spread' | 'bars' | 'points'
  /** The plot; each element of a series has `data-series`, and finds its colour in `--series`. */
  children: ReactNode
}

/** Legend, axis and labels around a plot; screen readers hear the text of the plot in place of these. */
export function ChartFrame({ series, title, mark, axis, labels, place, children }: ChartFrameProps) {
  return (
    <div className={classes.chart}>
      {series.length > 1 && (
        <ul className={classes.legend} data-mark={mark}>
          {title && <li>{title}</li>}
          {series.map((name, at) => (
            <li key={name} data-series={at}>
              {name}
            </li>
          ))}
        </ul>
      )}
      <div className={classes.plot}>
        <div className={classes.axis} aria-hidden="true">
          {axis.map((value) => (
            <span key={value}>{value}</span>
          ))}
        </div>
        {children}
        <div className={classes.labels} aria-hidden="true" data-place={place}>
          {labels.map(({ key, label }) => (
            <span key={key}>{label}</span>
          ))}
        </div>
      </div>
    </div>
  )
}
