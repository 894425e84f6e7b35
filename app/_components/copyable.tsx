import { shorten } from '../_shorten.ts'
import { CopyButton } from './copy-button.tsx'
import classes from './copyable.module.css'

/** A value in full for the clipboard; long ones may be shown shortened. */
export function Copyable({ value, label, short = false }: { value: string; label: string; short?: boolean }) {
  return (
    <span className={classes.copyable} data-short={short} data-value={value}>
      <span className="mono" title={short ? value : undefined}>
        {short ? shorten(value) : value}
      </span>
      <CopyButton value={value} label={label} />
    </span>
  )
}
