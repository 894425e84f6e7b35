'use client'
import { Alert, Group, Text } from '@mantine/core'
import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useClient } from '../_providers.tsx'
import { commonText } from '../_text/common.ts'
import { ButtonLink } from './button-link.tsx'

const text = commonText.problem

/** Says before a step that it will ask for a new sign-in; nothing while the last one is recent. */
export function RecentSignIn() {
  const { needsSignIn } = useClient()
  if (!needsSignIn) return null
  return (
    <Alert color="yellow" role="note" data-recent-sign-in>
      <SignInAgain>
        <Text>{text.signInFirst}</Text>
      </SignInAgain>
    </Alert>
  )
}

/** The way to a new sign-in, which leads back to the part of this page where it was asked for. */
export function SignInAgain({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const path = usePathname()
  const [next, setNext] = useState(path)
  useEffect(() => {
    const part = place.current?.closest('[data-return]')?.id
    setNext(path + location.search + (part ? `#${part}` : location.hash))
  }, [path])
  return (
    <Group gap="sm" ref={place}>
      <ButtonLink size="xs" href={`/sign-in?${new URLSearchParams({ next })}`}>
        {text.signInAgain}
      </ButtonLink>
      {children}
    </Group>
  )
}
