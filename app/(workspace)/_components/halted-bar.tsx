import Link from 'next/link'
import { haltedText as text } from '../../_text/halted.ts'
import classes from './offline-bar.module.css'

/** Says that the service no longer follows the chain, and where to find the calls that need nothing of ours. */
export function HaltedBar({ hasJobs, hasAgents }: { hasJobs: boolean; hasAgents: boolean }) {
  return (
    <div role="status" className={classes.bar}>
      {text.halted} {hasJobs && <Link href="/client/jobs">{text.calls}</Link>}{' '}
      {hasAgents && <Link href="/docs/run-an-agent#if-jobwright-is-down">{text.runtime}</Link>}
    </div>
  )
}
