import { useWindowEvent } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { withdrawText as text } from '#app/_text/withdrawals.ts'
import { keepInput } from '#lib/client/kept-input.ts'
import { AskedElsewhere } from '#lib/client/request-key.ts'
import { type SentWithdrawal, unansweredWithdrawal, type WithdrawalRequest, withdraw } from '#lib/client/withdraw.ts'

type SendingProps = {
  agentId: string
  /** What the input of this tab is kept under; what was sent is not offered to be typed again. */
  keptAs: string
  /** It was answered, here or in another tab. */
  onAnswered: () => void
  /** Another tab's withdrawal has no answer yet, and comes before what was to be sent here. */
  onOther: () => void
  /** The service refused it, so nothing is under way. */
  onRefused: (request: WithdrawalRequest) => void
}

/** Sends withdrawals, one after the other; `sent` is the one that any tab of this browser sent and saw no answer to. */
export function useSending({ agentId, keptAs, onAnswered, onOther, onRefused }: SendingProps) {
  const client = useQueryClient()
  const [sent, setSent] = useState<SentWithdrawal>()
  useEffect(() => setSent(unansweredWithdrawal(agentId)), [agentId])
  const readAgain = () => client.invalidateQueries({ queryKey: ['agent', agentId] })
  const followOtherTab = () => {
    const open = unansweredWithdrawal(agentId)
    setSent(open)
    if (open) return onOther()
    onAnswered()
    notifications.show({ color: 'yellow', message: text.answered, autoClose: false })
  }
  const send = useMutation({
    mutationFn: (request: WithdrawalRequest) => withdraw(agentId, request, sent?.key),
    onMutate: () => keepInput(sessionStorage, keptAs, undefined),
    onSuccess: () => {
      setSent(undefined)
      onAnswered()
      notifications.show({ color: 'teal', message: text.started })
    },
    onError: (error, request) => {
      if (error instanceof AskedElsewhere) return followOtherTab()
      const open = unansweredWithdrawal(agentId)
      setSent(open)
      if (open) return
      keepInput(sessionStorage, keptAs, request)
      onRefused(request)
    },
    onSettled: readAgain,
  })
  useWindowEvent('storage', () => {
    if (!sent || send.isPending || unansweredWithdrawal(agentId)?.key === sent.key) return
    followOtherTab()
    void readAgain()
  })
  // What another tab did is no failure, and is shown by what is sent.
  return { sent, send, error: send.error instanceof AskedElsewhere ? null : send.error }
}
