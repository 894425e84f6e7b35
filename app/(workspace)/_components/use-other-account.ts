import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { isAnotherAccount, noteAccount, takeTab } from '#lib/client/account.ts'
import { call } from '#lib/client/api.ts'

/**
 * Whether another tab signed in as another person since this page came from the service. The cookie is theirs then: every
 * answer would be about them, and no refusal would tell. It stays so until the page is loaded again.
 */
export function useOtherAccount(userId: string): boolean {
  const [isOther, setOther] = useState(false)
  const look = () => isAnotherAccount(userId) && setOther(true)
  useEffect(() => {
    let isLeft = false
    const find = async () => {
      // A page that the browser brings back, or that is slow to start, may be older than the note.
      const current = isAnotherAccount(userId) ? (await call('getMe')).user.id : userId
      if (isLeft) return
      noteAccount(current)
      if (current === userId) takeTab(userId)
      else setOther(true)
    }
    // A refusal ends the session of this page, and what has no answer is asked again by the next look.
    find().catch(() => undefined)
    return () => {
      isLeft = true
    }
  }, [userId])
  useWindowEvent('storage', look)
  // A page that the browser had frozen has missed the event.
  useWindowEvent('focus', look)
  useWindowEvent('pageshow', look)
  return isOther
}
