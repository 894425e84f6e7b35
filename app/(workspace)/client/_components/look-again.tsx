'use client'
import { Button, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { transactionsText as text } from '#app/_text/workspace.ts'
import { call } from '#lib/client/api.ts'
import type { Transaction } from '#lib/client/fund-steps.ts'
import { retrying } from '#lib/client/retrying.ts'
import { showAnswer } from '#lib/client/show-answer.ts'

/** Makes the service look at provider and chain at once. Nothing is sent by it. */
export function LookAgain({ id }: { id: string }) {
  const client = useQueryClient()
  const look = useMutation({
    mutationFn: (idempotencyKey: string) =>
      retrying(() => call('resolveTransaction', { params: { transaction_id: id }, body: {}, idempotencyKey })),
    onSuccess: (seen: Transaction) => showAnswer(client, ['transaction', id], seen),
    onSettled: () => client.invalidateQueries({ queryKey: ['transactions'] }),
  })
  return (
    <Stack gap="xs" align="flex-start">
      <Button size="xs" variant="default" loading={look.isPending} onClick={() => look.mutate(crypto.randomUUID())}>
        {text.lookAgain}
      </Button>
      <ProblemAlert error={look.error} />
    </Stack>
  )
}
