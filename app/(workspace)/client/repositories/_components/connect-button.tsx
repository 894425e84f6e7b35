'use client'
import { Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { ReadyButton } from '#app/_components/ready-button.tsx'
import { call } from '#lib/client/api.ts'

/** Sends the person to the repository host, which sends them back. */
export function ConnectButton({ label, variant }: { label: string; variant: 'filled' | 'default' }) {
  const start = useMutation({
    mutationFn: () => call('startGithubInstall'),
    onSuccess: ({ installation_url }) => location.assign(installation_url),
  })
  return (
    <Stack gap="sm">
      <ReadyButton variant={variant} loading={start.isPending || start.isSuccess} onClick={() => start.mutate()}>
        {label}
      </ReadyButton>
      <ProblemAlert error={start.error} />
    </Stack>
  )
}
