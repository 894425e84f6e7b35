'use client'
import { Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormModal } from '#app/_components/form-modal.tsx'
import { agentWalletText, withdrawText as text } from '#app/_text/withdrawals.ts'
import { useKeptDialog } from '#app/(workspace)/_components/kept-dialog.ts'
import { queries } from '#lib/client/queries.ts'
import type { WithdrawalRequest } from '#lib/client/withdraw.ts'
import { parseAmount } from '#lib/domain/money.ts'
import type { Agent } from '../../_components/agent-line.tsx'
import type { AgentWallet } from './agent-money.ts'
import { UnansweredWithdrawal } from './unanswered-withdrawal.tsx'
import { useSending } from './use-sending.ts'
import { WithdrawConfirm } from './withdraw-confirm.tsx'
import { WithdrawForm } from './withdraw-form.tsx'

/** The way of earnings out of the agent's wallet. What was sent and not answered is only sent again as the same. */
export function Withdraw({ agent, wallet }: { agent: Agent; wallet: AgentWallet }) {
  const keptAs = `withdrawal.${agent.id}`
  const { isOpen, isRestored, open, close } = useKeptDialog(keptAs)
  const [request, setRequest] = useState<WithdrawalRequest>()
  const [isConfirming, confirming] = useDisclosure(false)
  const { data: withdrawals } = useInfiniteQuery(queries.withdrawals(agent.id))
  const isUnderway = withdrawals?.pages.some((page) => page.data.some((row) => row.ended_at === null)) ?? false
  const newest = withdrawals && (withdrawals.pages[0]?.data[0]?.id ?? 'none')
  const [newestSeen, setNewestSeen] = useState<string>()
  const leave = () => {
    confirming.close()
    close()
  }
  const confirm = (wanted: WithdrawalRequest) => {
    setRequest(wanted)
    setNewestSeen(newest)
    confirming.open()
  }
  const { sent, send, error } = useSending({
    agentId: agent.id,
    keptAs,
    onAnswered: leave,
    onOther: confirming.close,
    // It may have been asked for again from outside of the dialog, which shows why it was refused.
    onRefused: (wanted) => {
      open()
      confirm(wanted)
    },
  })
  const begin = () => {
    setRequest(undefined)
    send.reset()
    confirming.close()
    open()
  }
  const accept = (amount: string, destination: string) => {
    send.reset()
    confirm({ amount, destination })
  }
  if (sent && !(isOpen && isConfirming)) {
    const again = { isPending: send.isPending, error, onAgain: () => send.mutate(sent.request) }
    return <UnansweredWithdrawal request={sent.request} {...again} />
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
        hasInput={isRestored}
        title={isConfirming ? text.confirmTitle : text.title}
      >
        {isConfirming && request ? (
          <WithdrawConfirm
            name={agent.name}
            request={request}
            isSent={sent !== undefined}
            isOvertaken={!(sent || send.isPending) && newestSeen !== undefined && newestSeen !== newest}
            error={error}
            isPending={send.isPending}
            onBack={confirming.close}
            onSend={() => send.mutate(request)}
          />
        ) : (
          <WithdrawForm keptAs={keptAs} wallet={wallet} request={request} onAccept={accept} />
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
