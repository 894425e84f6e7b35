'use client'
import { Button } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { clearTab, noteAccount } from '#lib/client/account.ts'
import { call } from '#lib/client/api.ts'
import { hasInput } from '#lib/client/kept-input.ts'
import { forgetPendingIssue } from '#lib/client/pending-issue.ts'
import { Message } from '../../_components/message.tsx'
import { commonText } from '../../_text/common.ts'

type SessionEndedProps = { userId: string; isOther: boolean }

/**
 * In place of a page whose every step would be refused, or be another account's. Each way on reloads the page, so that
 * nothing of the account before stays.
 */
export function SessionEnded({ userId, isOther }: SessionEndedProps) {
  const here = usePathname() + location.search + location.hash
  const { data } = useQuery({ queryKey: ['me'], queryFn: readMe, refetchOnWindowFocus: 'always' })
  const { text, href } = wayOn()
  // The form in whose place this stands keeps its last words when it is gone.
  const isMounted = useMounted()
  const isTypedKept = isMounted && text !== commonText.anotherAccount && hasInput(sessionStorage)
  return (
    <div role="alert">
      <Message title={text.title} text={isTypedKept ? `${text.text} ${commonText.typedKept}` : text.text}>
        <Button
          component="a"
          href={href}
          onClick={(event) => {
            if (text === commonText.anotherAccount) {
              clearTab()
              forgetPendingIssue()
            }
            // A link to this very place would only scroll to its part.
            if (href !== here) return
            event.preventDefault()
            location.reload()
          }}
        >
          {text.action}
        </Button>
      </Message>
    </div>
  )

  function wayOn() {
    if (data ? data.user.id !== userId : isOther) return { text: commonText.anotherAccount, href: '/overview' }
    if (data) return { text: commonText.signedInAgain, href: here }
    return { text: commonText.sessionEnded, href: `/sign-in?${new URLSearchParams({ next: here })}` }
  }
}

async function readMe() {
  const me = await call('getMe')
  noteAccount(me.user.id)
  return me
}
