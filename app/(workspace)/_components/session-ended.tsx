'use client'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { call } from '#lib/client/api.ts'
import { hasInput } from '#lib/client/kept-input.ts'
import { Message } from '../../_components/message.tsx'
import { commonText } from '../../_text/common.ts'

/**
 * In place of a page whose every step would be refused, or be another account's. Each way on reloads the page, so that
 * nothing of the account before stays.
 */
export function SessionEnded({ userId }: { userId: string }) {
  const here = usePathname()
  const { data } = useQuery({ queryKey: ['me'], queryFn: () => call('getMe'), refetchOnWindowFocus: 'always' })
  const { text, href } = wayOn()
  const isTypedKept = text !== commonText.anotherAccount && hasInput(sessionStorage)
  return (
    <div role="alert">
      <Message title={text.title} text={isTypedKept ? `${text.text} ${commonText.typedKept}` : text.text}>
        <Button component="a" href={href}>
          {text.action}
        </Button>
      </Message>
    </div>
  )

  function wayOn() {
    if (!data) return { text: commonText.sessionEnded, href: `/sign-in?${new URLSearchParams({ next: here })}` }
    if (data.user.id === userId) return { text: commonText.signedInAgain, href: here }
    return { text: commonText.anotherAccount, href: '/overview' }
  }
}
