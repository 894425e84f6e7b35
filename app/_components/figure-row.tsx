import type { ReactNode } from 'react'
import classes from './figure-row.module.css'

/** Figures beside each other; the first takes the whole width of a phone. */
export function FigureRow({ children }: { children: ReactNode }) {
  return <div className={classes.figures}>{children}</div>
}
