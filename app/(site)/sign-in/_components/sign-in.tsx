'use client'
import { Alert, Anchor, Group, Loader, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { ReadyButton } from '#app/_components/ready-button.tsx'
import { useClient } from '#app/_providers.tsx'
import { homeOf, onboardingTo, safeNext } from '#app/_routing.ts'
import { signInText } from '#app/_text/site.ts'
import { beginSignIn, completeSignIn } from '#lib/client/sign-in.ts'

type SignInProps = { next: string | null; signedInHome: string | null }

export function SignIn({ next, signedInHome }: SignInProps) {
  const { config, executor } = useClient()
  const redirectUri = `${config.publicOrigin}/sign-in`
  const begin = useMutation({ mutationFn: () => beginSignIn(executor, { redirectUri, next }) })
  const complete = useMutation({
    mutationFn: () => completeSignIn(executor, redirectUri),
    onSuccess: (answer) => {
      if (answer.kind !== 'done') return
      const { workspace } = answer.me
      // A full navigation: nothing that was fetched as a stranger may be shown to the signed-in person.
      const next = safeNext(answer.next)
      location.replace(workspace === 'onboarding' ? onboardingTo(next) : (next ?? homeOf(workspace)))
    },
  })
  const isStarted = useRef(false)
  const { mutate } = complete
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    mutate()
  }, [mutate])

  const isFinishing = complete.data?.kind === 'done' || (complete.isPending && location.hash.length > 1)
  return (
    <Stack gap="md" aria-live="polite">
      {signedInHome && !isFinishing && (
        <Alert color="gray">
          <Text>{next === null ? signInText.again : signInText.againFor}</Text>
          <Anchor href={signedInHome}>{signInText.goOn}</Anchor>
        </Alert>
      )}
      {complete.data?.kind === 'lost' && <Alert color="yellow">{signInText.lost}</Alert>}
      <ProblemAlert error={begin.error ?? complete.error} />
      {isFinishing ? (
        <Group gap="sm">
          <Loader size="sm" />
          <Text>{signInText.finishing}</Text>
        </Group>
      ) : (
        <ReadyButton size="md" loading={begin.isPending || begin.isSuccess} onClick={() => begin.mutate()}>
          {signInText.start}
        </ReadyButton>
      )}
    </Stack>
  )
}
