'use client'
import { Alert, Group, Loader, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { call } from '#lib/client/api.ts'
import { ButtonLink } from '../../../../_components/button-link.tsx'
import { PageHeader } from '../../../../_components/page-header.tsx'
import { ProblemAlert } from '../../../../_components/problem-alert.tsx'
import { repositoriesText } from '../../../../_text/workspace.ts'

const text = repositoriesText.connecting
const setupActions = ['install', 'update', 'request'] as const

/** Where the repository host sends people back to; code and state work once, so the page asks once. */
export function CompleteConnection() {
  const router = useRouter()
  const query = useSearchParams()
  const [state, code, installation_id] = ['state', 'code', 'installation_id'].map((name) => query.get(name))
  const setup_action = setupActions.find((action) => action === query.get('setup_action')) ?? 'install'
  const refusal = refusalOf({ isDenied: query.has('error'), isRequest: setup_action === 'request', code })
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: { state: string; code: string; installation_id: string }) =>
      call('completeGithubInstall', { body: { ...body, setup_action } }),
    onSuccess: () => router.replace('/client/repositories'),
  })
  const isStarted = useRef(false)
  const isComplete = Boolean(state && code && installation_id)
  useEffect(() => {
    if (isStarted.current || refusal || !state || !code || !installation_id) return
    isStarted.current = true
    mutate({ state, code, installation_id })
  }, [refusal, state, code, installation_id, mutate])

  const message = refusal ?? (isComplete ? null : text.incomplete)
  const isOver = message !== null || error !== null
  return (
    <Stack gap="lg" maw={560} aria-live="polite">
      <PageHeader title={text.title} />
      {!isOver && (
        <Group gap="sm">
          <Loader size="sm" />
          <Text>{isPending || isComplete ? text.text : text.incomplete}</Text>
        </Group>
      )}
      {message && <Alert color="yellow">{message}</Alert>}
      <ProblemAlert error={error} />
      {isOver && (
        <Group>
          <ButtonLink href="/client/repositories">{text.back}</ButtonLink>
        </Group>
      )}
    </Stack>
  )
}

function refusalOf(answer: { isDenied: boolean; isRequest: boolean; code: string | null | undefined }): string | null {
  if (answer.isDenied) return text.denied
  return answer.isRequest && !answer.code ? text.requested : null
}
