'use client'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { Facts } from '#app/_components/facts.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { withdrawText as text } from '#app/_text/withdrawals.ts'
import type { WithdrawalRequest } from '#lib/client/withdraw.ts'
import { currency, moneyText } from '#lib/domain/money.ts'

type WithdrawConfirmProps = {
  name: string
  request: WithdrawalRequest
  isSent: boolean
  /** Whether another withdrawal began since this one was typed; it may be the same one, asked for in another tab. */
  isOvertaken: boolean
  error: unknown
  isPending: boolean
  onBack: () => void
  onSend: () => void
}

/** Asks to confirm amount and address before anything is sent. */
export function WithdrawConfirm(props: WithdrawConfirmProps) {
  const { name, request, isSent, isOvertaken, error, isPending, onBack, onSend } = props
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
      {isOvertaken ? (
        <Alert color="yellow" role="alert" title={text.overtaken.title}>
          {text.overtaken.text}
        </Alert>
      ) : (
        <Text>{text.confirm}</Text>
      )}
      <ProblemAlert error={error} />
      <Group justify="flex-end">
        {!(isSent || isPending) && (
          <Button variant="default" onClick={onBack}>
            {text.back}
          </Button>
        )}
        {!isOvertaken && (
          <Button loading={isPending} onClick={onSend}>
            {text.send(amount)}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
