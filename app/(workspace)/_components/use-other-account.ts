import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { isAnotherAccount, noteAccount, notedAccount, takeTab } from '#lib/client/account.ts'
import { call } from '#lib/client/api.ts'

/**
 * Whether another tab signed in as another person since this page came from the service. The cookie is theirs then: every
 * answer would be about them, and no refusal would tell. It stays so until the page is loaded again.
 */
export function useOtherAccount(userId: string): boolean {
  const [isOther, setOther] = useState(false)
  // Until then the note may be older than the page, and tells nothing.
  const isFound = useRef(false)
  const look = () => isFound.current && isAnotherAccount(userId) && setOther(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: found once for each person
  useEffect(() => {
    let isLeft = false
    const noted = notedAccount()
    const find = async () => {
      // A page that the browser brings back, or that is slow to start, may be older than the note.
      const answered = isAnotherAccount(userId) ? (await call('getMe')).user.id : userId
      if (isLeft) return
      const notedSince = notedAccount()
      // What another tab noted during the request is newer than the answer.
      const current = notedSince === null || notedSince === noted ? answered : notedSince
      noteAccount(current)
      if (current === userId) takeTab(userId)
      else setOther(true)
    }
    const end = () => {
      if (isLeft) return
      isFound.current = true
      if (notedAccount() !== noted) look()
    }
    // A refusal ends the session of this page, and what has no answer is asked again by the next look.
    find()
      .catch(() => undefined)
      .finally(end)
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
