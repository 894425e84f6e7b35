'use client'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { withdrawText as text } from '#app/_text/withdrawals.ts'
import type { WithdrawalRequest } from '#lib/client/withdraw.ts'
import { currency, moneyText } from '#lib/domain/money.ts'

type UnansweredWithdrawalProps = { request: WithdrawalRequest; isPending: boolean; error: unknown; onAgain: () => void }

/** A withdrawal that was sent and whose answer never came: it can only be asked for again as the same. */
export function UnansweredWithdrawal({ request, isPending, error, onAgain }: UnansweredWithdrawalProps) {
  return (
    <Stack gap="sm">
      <Alert color="yellow" role="alert" title={text.open.title}>
        <Text style={{ overflowWrap: 'anywhere' }}>
          {moneyText({ amount: request.amount, currency })} → <span className="mono">{request.destination}</span>
        </Text>
        <Text mt={6}>{text.open.text}</Text>
        <Button size="xs" mt="sm" loading={isPending} onClick={onAgain}>
          {text.open.again}
        </Button>
      </Alert>
      <ProblemAlert error={error} />
    </Stack>
  )
}
