'use client'
import { useOnline } from '#lib/client/use-online.ts'
import { offlineText } from '../../_text/offline.ts'
import classes from './offline-bar.module.css'

/** Says that the network is gone, for as long as it is. */
export function OfflineBar() {
  const isOnline = useOnline()
  return (
    <div role="status" className={classes.place}>
      {!isOnline && <p className={classes.bar}>{offlineText.offline}</p>}
    </div>
  )
}
