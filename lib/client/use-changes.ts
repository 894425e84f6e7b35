import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isChangedBy, isDeletedDraft, isRestored } from './changed-queries.ts'
import { type ChangeNotice, followChanges } from './follow-changes.ts'
import { followReads } from './notifications-read.ts'

/** What happens at once, such as a settlement with its payments, is read again once. */
const gatherMs = 200

/** While `isOn`, whatever the page shows is read again as soon as it changed. */
export function useChanges(isOn: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isOn) return
    let gathered: ChangeNotice[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const readAgain = () => {
      const notices = gathered
      gathered = []
      timer = undefined
      void client.invalidateQueries({
        predicate: ({ queryKey, state }) =>
          notices.some(
            (one) => isChangedBy(one, queryKey) && (isRestored(one) || !isDeletedDraft(queryKey, state.error)),
          ),
      })
    }
    const stop = followChanges((one) => {
      gathered.push(one)
      timer ??= setTimeout(readAgain, gatherMs)
    })
    const stopReads = followReads(() => void client.invalidateQueries({ queryKey: ['notifications'] }))
    return () => {
      clearTimeout(timer)
      stop()
      stopReads()
    }
  }, [client, isOn])
}
