import classes from './figure-grid.module.css'

export type NamedFigure = readonly [name: string, value: string]

/** Figures in a grid without gaps. */
export function FigureGrid({ figures }: { figures: readonly NamedFigure[] }) {
  return (
    <dl className={classes.figures} data-count={figures.length % 4 === 0 ? 4 : 3}>
      {figures.map(([name, value]) => (
        <div key={name} className={classes.figure}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
