'use client'
import { busyDigest } from '../_busy.ts'
import { commonText } from '../_text/common.ts'
import button from './button.module.css'
import classes from './message.module.css'
import { Message } from './message.tsx'
import { useTryingAgain } from './use-trying-again.ts'

export type Crash = { error: Error & { digest?: string }; retry: () => void }
type CrashMessageProps = Crash & { text?: { title: string; text: string } }

/** A page that failed: what that means, a way to try again, and the code to quote. */
export function CrashMessage({ error, retry, text = commonText.crash }: CrashMessageProps) {
  const isBusy = error.digest === busyDigest
  const isTrying = useTryingAgain(isBusy, error, retry)
  return (
    <Message title={text.title} text={isTrying ? commonText.crash.trying : text.text}>
      {/* A page that failed before it had a title can still be recognised in a list of tabs. */}
      <title>{`${text.title} · ${commonText.name}`}</title>
      <button type="button" className={button.button} onClick={retry}>
        {commonText.retry}
      </button>
      {error.digest && !isBusy && (
        <p className={classes.code}>
          {commonText.problem.code} <span className="mono">{error.digest}</span>
        </p>
      )}
    </Message>
  )
}
