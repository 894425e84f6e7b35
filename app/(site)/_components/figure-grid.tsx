import classes from './figure-grid.module.css'

export type NamedFigure = readonly [name: string, value: string]

/** Figures in rows of three or four, without gaps: the last row shares its width among those that are left. */
export function FigureGrid({ figures }: { figures: readonly NamedFigure[] }) {
  return (
    <dl className={classes.figures} data-columns={columnsFor(figures.length)}>
      {figures.map(([name, value]) => (
        <div key={name} className={classes.figure}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Four where that comes out even, or where three would leave one figure alone in a row. */
function columnsFor(count: number): 3 | 4 {
  return count % 4 === 0 || count % 3 === 1 ? 4 : 3
}
