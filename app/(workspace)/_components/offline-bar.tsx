'use client'
import { useOnline } from '#lib/client/use-online.ts'
import { useReached } from '#lib/client/use-reached.ts'
import { offlineText } from '../../_text/offline.ts'
import classes from './offline-bar.module.css'

/** Says that the network is gone or the service is away, for as long as it is. */
export function OfflineBar() {
  const isOnline = useOnline()
  const isReached = useReached()
  return (
    <div role="status" className={classes.place}>
      {!isOnline && <p className={classes.bar}>{offlineText.offline}</p>}
      {isOnline && !isReached && <p className={classes.bar}>{offlineText.away}</p>}
    </div>
  )
}
