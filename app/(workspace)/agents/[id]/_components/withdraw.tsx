'use client'
import { Button, Stack, Text } from '@mantine/core'
import { useDisclosure, useSessionStorage } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FormModal } from '#app/_components/form-modal.tsx'
import { agentWalletText, withdrawText as text } from '#app/_text/withdrawals.ts'
import { queries } from '#lib/client/queries.ts'
import { unansweredWithdrawal, type WithdrawalRequest, withdraw } from '#lib/client/withdraw.ts'
import { parseAmount } from '#lib/domain/money.ts'
import type { Agent } from '../../_components/agent-line.tsx'
import type { AgentWallet } from './agent-money.ts'
import { UnansweredWithdrawal } from './unanswered-withdrawal.tsx'
import { WithdrawConfirm } from './withdraw-confirm.tsx'
import { WithdrawForm } from './withdraw-form.tsx'

/** The way of earnings out of the agent's wallet. What was sent and not answered is only sent again as the same. */
export function Withdraw({ agent, wallet }: { agent: Agent; wallet: AgentWallet }) {
  const client = useQueryClient()
  const [isOpen, { open, close }] = useDisclosure(false)
  // Outlives the sign-in that a withdrawal may ask for.
  const [request, setRequest, forget] = useSessionStorage<WithdrawalRequest | undefined>({
    key: `jobwright.withdrawal-form.${agent.id}`,
    defaultValue: undefined,
  })
  const [isSent, setSent] = useState(false)
  const [isConfirming, confirming] = useDisclosure(false)
  const { data: withdrawals } = useInfiniteQuery(queries.withdrawals(agent.id))
  const isUnderway = withdrawals?.pages.some((page) => page.data.some((row) => row.ended_at === null)) ?? false
  const newest = withdrawals && (withdrawals.pages[0]?.data[0]?.id ?? 'none')
  const [newestSeen, setNewestSeen] = useState<string>()
  useEffect(() => {
    const unanswered = unansweredWithdrawal(agent.id)
    if (unanswered) setRequest(unanswered)
    setSent(unanswered !== undefined)
  }, [agent.id, setRequest])
  const send = useMutation({
    mutationFn: (wanted: WithdrawalRequest) => withdraw(agent.id, wanted),
    onMutate: () => setSent(true),
    onSuccess: () => {
      forget()
      setSent(false)
      confirming.close()
      close()
      notifications.show({ color: 'teal', message: text.started })
    },
    onError: () => setSent(unansweredWithdrawal(agent.id) !== undefined),
    onSettled: () => client.invalidateQueries({ queryKey: ['agent', agent.id] }),
  })
  const begin = () => {
    send.reset()
    confirming.close()
    open()
  }
  const accept = (amount: string, destination: string) => {
    setRequest({ amount, destination })
    setNewestSeen(newest)
    send.reset()
    confirming.open()
  }
  if (request && isSent && !isOpen) {
    const again = { isPending: send.isPending, error: send.error, onAgain: () => send.mutate(request) }
    return <UnansweredWithdrawal request={request} {...again} />
  }
  const isEmpty = parseAmount(wallet.balance.amount) === 0n
  return (
    <Stack gap={6} align="stretch">
      <Button disabled={isEmpty || isUnderway} onClick={begin}>
        {agentWalletText.withdraw}
      </Button>
      <Hint agentId={agent.id} isEmpty={isEmpty} isUnderway={isUnderway} />
      <FormModal
        opened={isOpen}
        onClose={() => !send.isPending && close()}
        title={isConfirming ? text.confirmTitle : text.title}
      >
        {isConfirming && request ? (
          <WithdrawConfirm
            name={agent.name}
            request={request}
            isSent={isSent}
            isOvertaken={!isSent && newestSeen !== undefined && newestSeen !== newest}
            error={send.error}
            isPending={send.isPending}
            onBack={confirming.close}
            onSend={() => send.mutate(request)}
          />
        ) : (
          <WithdrawForm wallet={wallet} request={request} onAccept={accept} />
        )}
      </FormModal>
    </Stack>
  )
}

function Hint({ agentId, isEmpty, isUnderway }: { agentId: string; isEmpty: boolean; isUnderway: boolean }) {
  const { data: status } = useQuery(queries.runtimeStatus(agentId))
  const isAtWork = (status?.work.length ?? 0) > 0
  const hint = isUnderway
    ? agentWalletText.underway
    : isEmpty
      ? agentWalletText.nothing
      : isAtWork
        ? agentWalletText.atWork
        : null
  return hint ? (
    <Text c="dimmed" fz="xs">
      {hint}
    </Text>
  ) : null
}
