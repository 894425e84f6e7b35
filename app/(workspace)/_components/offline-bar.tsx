'use client'
import { useIsMutating } from '@tanstack/react-query'
import { useOnline } from '#lib/client/use-online.ts'
import { useReached } from '#lib/client/use-reached.ts'
import { useSlow } from '#lib/client/use-slow.ts'
import { offlineText } from '../../_text/offline.ts'
import classes from './offline-bar.module.css'

/** Says that the network is gone and whether something waits to be sent, or that the service is away or slow, for as long as it is. */
export function OfflineBar() {
  const isOnline = useOnline()
  const isReached = useReached()
  const isSlow = useSlow()
  const isWaiting = useIsMutating() > 0
  return (
    <div role="status" className={classes.place}>
      {!isOnline && <p className={classes.bar}>{isWaiting ? offlineText.waiting : offlineText.offline}</p>}
      {isOnline && !isReached && <p className={classes.bar}>{offlineText.away}</p>}
      {isOnline && isReached && isSlow && <p className={classes.bar}>{offlineText.slow}</p>}
    </div>
  )
}
