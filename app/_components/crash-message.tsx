'use client'
import { commonText } from '../_text/common.ts'
import button from './button.module.css'
import classes from './message.module.css'
import { Message } from './message.tsx'

export type Crash = { error: Error & { digest?: string }; reset: () => void }
type CrashMessageProps = Crash & { text?: { title: string; text: string } }

/** A page that failed: what that means, a way to try again, and the code to quote. */
export function CrashMessage({ error, reset, text = commonText.crash }: CrashMessageProps) {
  return (
    <Message title={text.title} text={text.text}>
      {/* A page that failed before it had a title can still be recognised in a list of tabs. */}
      <title>{`${text.title} · ${commonText.name}`}</title>
      <button type="button" className={button.button} onClick={reset}>
        {commonText.retry}
      </button>
      {error.digest && (
        <p className={classes.code}>
          {commonText.problem.code} <span className="mono">{error.digest}</span>
        </p>
      )}
    </Message>
  )
}
