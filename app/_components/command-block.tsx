import classes from './command-block.module.css'
import { CopyButton } from './copy-button.tsx'

/** A command to copy into a terminal. */
export function CommandBlock({ command, label }: { command: string; label: string }) {
  return (
    <div className={classes.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={classes.code} tabIndex={0}>
        {command}
      </pre>
      <div className={classes.copy}>
        <CopyButton value={command} label={label} />
      </div>
    </div>
  )
}
