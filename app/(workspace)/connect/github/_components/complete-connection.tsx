'use client'
import { Alert, Group, Loader, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { ButtonLink } from '#app/_components/button-link.tsx'
import { PageHeader } from '#app/_components/page-header.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { repositoriesText } from '#app/_text/workspace.ts'
import { type CallInput, call } from '#lib/client/api.ts'

const text = repositoriesText.connecting
const setupActions = ['install', 'update', 'request'] as const

/** Where the repository host sends people back to; code and state work once, so the page asks once. */
export function CompleteConnection() {
  const router = useRouter()
  const query = useSearchParams()
  const [state, code, installation_id] = ['state', 'code', 'installation_id'].map((name) => query.get(name))
  const setup_action = setupActions.find((action) => action === query.get('setup_action')) ?? 'install'
  const isRequest = setup_action === 'request'
  const isComplete = Boolean(state && (isRequest || (code && installation_id)))
  const refusal = refusalOf({ isDenied: query.has('error'), isRequest, isComplete })
  const { mutate, error } = useMutation({
    mutationFn: (body: CallInput<'completeGithubInstall'>['body']) => call('completeGithubInstall', { body }),
    onSuccess: () => router.replace('/client/repositories'),
  })
  const isStarted = useRef(false)
  useEffect(() => {
    if (isStarted.current || refusal || !state) return
    isStarted.current = true
    mutate({ state, setup_action, ...(code && { code }), ...(installation_id && { installation_id }) })
  }, [refusal, state, code, installation_id, setup_action, mutate])

  const isOver = refusal !== null || error !== null
  return (
    <Stack gap="lg" maw={560} aria-live="polite">
      <PageHeader title={text.title} />
      {!isOver && (
        <Group gap="sm">
          <Loader size="sm" />
          <Text>{text.text}</Text>
        </Group>
      )}
      {refusal && <Alert color="yellow">{refusal}</Alert>}
      <ProblemAlert error={error} />
      {isOver && (
        <Group>
          <ButtonLink href="/client/repositories">{text.back}</ButtonLink>
        </Group>
      )}
    </Stack>
  )
}

/** Why nothing can be completed; a request that came back without its state is still under way at the host. */
function refusalOf(answer: { isDenied: boolean; isRequest: boolean; isComplete: boolean }): string | null {
  if (answer.isDenied) return text.denied
  if (answer.isComplete) return null
  return answer.isRequest ? text.requested : text.incomplete
}
