'use client'
import { Button, Loader, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from '#app/_components/icon.tsx'
import { MoneyText } from '#app/_components/money-text.tsx'
import classes from '#app/_components/steps.module.css'
import { useFocusBack } from '#app/_components/use-focus-back.ts'
import { challengeText } from '#app/_text/challenges.ts'
import { fundText as text } from '#app/_text/drafts.ts'
import { ChallengeNotes } from '#app/(workspace)/client/_components/challenge-notes.tsx'
import { TransactionEnd } from '#app/(workspace)/client/_components/transaction-end.tsx'
import { TransactionEvidence } from '#app/(workspace)/client/_components/transaction-evidence.tsx'
import { TransactionWait } from '#app/(workspace)/client/_components/transaction-wait.tsx'
import type { FundStep } from '#lib/client/fund-steps.ts'
import type { PendingRequest } from '#lib/client/request-key.ts'
import { useUnanswered } from '#lib/client/use-challenge.ts'
import { type Money, parseAmount, toMoney } from '#lib/domain/money.ts'

type FundStepLineProps = {
  step: FundStep
  number: number
  budget: Money
  /** What the escrow may take of the wallet now, in base units; undefined while it is not known. */
  allowance: bigint | undefined
  /** The wallet holds less than the budget, so that paying would be refused. */
  isShort: boolean
  /** What this tab is doing about the step. */
  acting: keyof typeof challengeText.steps | undefined
  isElsewhere: boolean
  request: PendingRequest
  onAct: () => void
  /** What to compare with the wallet's window. */
  walletCall: ReactNode
}

export function FundStepLine(props: FundStepLineProps) {
  const { step, number, budget, allowance, isShort, acting, isElsewhere, request, onAct, walletCall } = props
  const { name, status, transaction } = step
  const words = text.steps[name]
  const canAct = (status === 'ready' || status === 'failed') && words.action !== ''
  const isUnanswered = useUnanswered(request, acting !== undefined) && canAct
  const place = useFocusBack<HTMLLIElement>(acting !== undefined)
  const isOpen = status === 'ready' && transaction?.state === 'CHALLENGE_ISSUED'
  const isAwaited = status === 'waiting' || isOpen
  return (
    <li ref={place} tabIndex={-1} className={classes.step} data-status={status} data-step={name}>
      <span className={classes.mark} aria-hidden="true">
        <StepMark status={status} number={number} />
      </span>
      <div className={classes.words}>
        <Text fw={600}>
          {words.title} <span className={classes.status}>{text.statuses[status]}</span>
        </Text>
        <Text c="dimmed">{status === 'done' ? words.done : words.text}</Text>
        {name !== 'confirm' && status !== 'done' && (
          <Text>
            {text.amount} <MoneyText money={budget} />
          </Text>
        )}
        {transaction && isAwaited && !acting && <TransactionWait transaction={transaction} />}
        {status === 'failed' && transaction && (
          <>
            <Text fw={600} c="var(--mantine-color-error)">
              {text.failed}
            </Text>
            <TransactionEnd transaction={transaction} />
          </>
        )}
        {transaction && name !== 'confirm' && <TransactionEvidence transaction={transaction} />}
        {!transaction && name !== 'confirm' && status === 'done' && <EvidencePlace />}
        {canAct && name === 'approve' && <EarlierAllowance allowance={allowance} budget={budget} />}
        {canAct && walletCall}
        {canAct && <ChallengeNotes step={acting} isElsewhere={isElsewhere} isUnanswered={isUnanswered} />}
        {canAct && (
          <Button
            mt={8}
            loading={acting !== undefined}
            variant={isElsewhere ? 'default' : 'filled'}
            disabled={isShort && !isOpen}
            onClick={onAct}
          >
            {labelOf()}
          </Button>
        )}
      </div>
    </li>
  )

  function labelOf(): string {
    if (isElsewhere) return challengeText.continueHere
    if (isOpen) return challengeText.continueOpen
    if (isUnanswered) return challengeText.repeat
    return status === 'failed' ? text.again : words.action
  }
}

/** Keeps the line of the evidence until it is read, so that the steps below do not move. */
function EvidencePlace() {
  return (
    <Text component="div" fz="xs" aria-hidden="true">
      {'\u00a0'}
    </Text>
  )
}

/** What an earlier approval left, which this one replaces. */
function EarlierAllowance({ allowance = 0n, budget }: Pick<FundStepLineProps, 'allowance' | 'budget'>) {
  if (allowance === 0n || allowance === parseAmount(budget.amount)) return null
  return (
    <Text data-earlier-allowance>
      {text.earlierAllowance} <MoneyText money={toMoney(allowance)} />. {text.replacesAllowance}
    </Text>
  )
}

function StepMark({ status, number }: { status: FundStep['status']; number: number }) {
  if (status === 'done') return <Icon name="check" size={14} />
  if (status === 'failed') return <Icon name="cross" size={14} />
  if (status === 'waiting') return <Loader size={14} color="currentColor" />
  return number
}
