import type { NamedFigure } from '../_figures.ts'
import classes from '../verifiers.module.css'

/** Figures in a grid without gaps. */
export function Figures({ figures }: { figures: readonly NamedFigure[] }) {
  return (
    <dl className={classes.figures} data-count={figures.length}>
      {figures.map(([name, value]) => (
        <div key={name} className={classes.figure}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
