'use client'
import { Button, Loader, Text } from '@mantine/core'
import type { FundStep } from '#lib/client/fund-steps.ts'
import { Copyable } from '../../../../../_components/copyable.tsx'
import { Icon } from '../../../../../_components/icon.tsx'
import classes from '../../../../../_components/steps.module.css'
import { fundText as text } from '../../../../../_text/drafts.ts'
import { TransactionEnd } from '../../../_components/transaction-end.tsx'
import { TransactionWait } from '../../../_components/transaction-wait.tsx'

type FundStepLineProps = { step: FundStep; number: number; isActing: boolean; onAct: () => void }

export function FundStepLine({ step, number, isActing, onAct }: FundStepLineProps) {
  const { name, status, transaction } = step
  const words = text.steps[name]
  const isAwaited = status === 'waiting' || (status === 'ready' && transaction?.state === 'CHALLENGE_ISSUED')
  const isOnChain = transaction?.correlation.transaction_hash
  return (
    <li className={classes.step} data-status={status} data-step={name}>
      <span className={classes.mark} aria-hidden="true">
        <StepMark status={status} number={number} />
      </span>
      <div className={classes.words}>
        <Text fw={600}>
          {words.title} <span className={classes.status}>{text.statuses[status]}</span>
        </Text>
        <Text c="dimmed">{status === 'done' ? words.done : words.text}</Text>
        {transaction && isAwaited && <TransactionWait transaction={transaction} />}
        {status === 'failed' && transaction && (
          <>
            <Text fw={600} c="var(--mantine-color-error)">
              {text.failed}
            </Text>
            <TransactionEnd transaction={transaction} />
          </>
        )}
        {isOnChain && name !== 'confirm' && (
          <Text component="div" fz="xs" c="dimmed">
            <Copyable value={isOnChain} label={text.hash} short />
          </Text>
        )}
        {isActing && <Text>{text.inWallet}</Text>}
        {(status === 'ready' || status === 'failed') && words.action && (
          <Button mt={8} loading={isActing} onClick={onAct}>
            {status === 'failed' ? text.again : words.action}
          </Button>
        )}
      </div>
    </li>
  )
}

function StepMark({ status, number }: { status: FundStep['status']; number: number }) {
  if (status === 'done') return <Icon name="check" size={14} />
  if (status === 'failed') return <Icon name="cross" size={14} />
  if (status === 'waiting') return <Loader size={14} color="currentColor" />
  return number
}
