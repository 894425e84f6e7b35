'use client'
import { Button, Group, Stack, Text } from '@mantine/core'
import { Facts } from '#app/_components/facts.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { withdrawText as text } from '#app/_text/agents.ts'
import type { WithdrawalRequest } from '#lib/client/withdraw.ts'
import { currency, moneyText } from '#lib/domain/money.ts'

type WithdrawConfirmProps = {
  name: string
  request: WithdrawalRequest
  isSent: boolean
  error: unknown
  isPending: boolean
  onBack: () => void
  onSend: () => void
}

/** Asks to confirm amount and address before anything is sent. */
export function WithdrawConfirm({ name, request, isSent, error, isPending, onBack, onSend }: WithdrawConfirmProps) {
  const amount = moneyText({ amount: request.amount, currency })
  return (
    <Stack>
      <Facts
        facts={[
          { label: text.amount, value: <strong className="number">{amount}</strong> },
          { label: text.from, value: name },
          { label: text.destination, value: <span className="mono">{request.destination}</span> },
        ]}
      />
      <Text>{text.confirm}</Text>
      <ProblemAlert error={error} />
      <Group justify="flex-end">
        {!(isSent || isPending) && (
          <Button variant="default" onClick={onBack}>
            {text.back}
          </Button>
        )}
        <Button loading={isPending} onClick={onSend}>
          {text.send(amount)}
        </Button>
      </Group>
    </Stack>
  )
}
