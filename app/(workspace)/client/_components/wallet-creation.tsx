'use client'
import { Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { ReadyButton } from '#app/_components/ready-button.tsx'
import { Section } from '#app/_components/section.tsx'
import { useClient } from '#app/_providers.tsx'
import { walletText } from '#app/_text/workspace.ts'
import { createWallet, type WalletStep } from '#lib/client/create-wallet.ts'
import { showAnswer } from '#lib/client/show-answer.ts'

export function WalletCreation() {
  const { executor } = useClient()
  const client = useQueryClient()
  const [step, setStep] = useState<WalletStep>('asking')
  const creation = useMutation({
    mutationFn: (key: string) => createWallet(executor, { key, onStep: setStep }),
    onSuccess: async (wallet) => {
      await showAnswer(client, ['wallet'], wallet)
      notifications.show({ color: 'teal', message: walletText.created })
      await client.invalidateQueries({ queryKey: ['dashboard'] })
    },
  })
  return (
    <Section title={walletText.missingTitle} text={walletText.missing}>
      <Stack gap="md">
        <ProblemAlert error={creation.error} />
        <Group gap="md">
          <ReadyButton loading={creation.isPending} onClick={() => creation.mutate(crypto.randomUUID())}>
            {walletText.create}
          </ReadyButton>
          <Text c="dimmed" aria-live="polite">
            {creation.isPending && walletText.steps[step]}
          </Text>
        </Group>
      </Stack>
    </Section>
  )
}
