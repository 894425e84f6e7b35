'use client'
import { Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ButtonLink } from '#app/_components/button-link.tsx'
import { CountdownText } from '#app/_components/countdown-text.tsx'
import { MoneyText } from '#app/_components/money-text.tsx'
import { Section } from '#app/_components/section.tsx'
import { RecentSignIn } from '#app/_components/sign-in-again.tsx'
import classes from '#app/_components/steps.module.css'
import { TimeText } from '#app/_components/time-text.tsx'
import { useClient } from '#app/_providers.tsx'
import { fundText as text } from '#app/_text/drafts.ts'
import { ChallengeEnd } from '#app/(workspace)/client/_components/challenge-notes.tsx'
import { call } from '#lib/client/api.ts'
import { useEscrowAllowance, useTokenBalance } from '#lib/client/chain/hooks.ts'
import { fundSteps, type StepName, type Transaction } from '#lib/client/fund-steps.ts'
import { showAnswer } from '#lib/client/show-answer.ts'
import { type ChallengeRequest, useChallenge } from '#lib/client/use-challenge.ts'
import { parseAmount, toMoney } from '#lib/domain/money.ts'
import type { Draft } from './draft.ts'
import { FundCall } from './fund-call.tsx'
import { FundMoney } from './fund-money.tsx'
import { FundStepLine } from './fund-step-line.tsx'
import { OpenChallenge } from './open-challenge.tsx'

type FundFlowProps = { draft: Draft; transactions: readonly Transaction[]; moves: string }

const operations = { approve: 'createApprovalChallenge', fund: 'createFundingChallenge' } as const

/** Approve, fund, confirmed. What is shown comes from the service and the chain alone, so a reload changes nothing. */
export function FundFlow({ draft, transactions, moves }: FundFlowProps) {
  const { config, executor } = useClient()
  const client = useQueryClient()
  const [ownMoves, setOwnMoves] = useState(0)
  const isWanted = draft.state === 'READY' || draft.state === 'LOCKED'
  const allowance = useEscrowAllowance(config, isWanted, `${moves}.${ownMoves}`)
  const { data: balance } = useTokenBalance(config)

  const challenge = useChallenge(executor, `draft.${draft.id}`, () => {
    setOwnMoves((count) => count + 1)
    return Promise.all([
      client.invalidateQueries({ queryKey: ['draft', draft.id] }),
      client.invalidateQueries({ queryKey: ['transactions'] }),
      client.invalidateQueries({ queryKey: ['dashboard'] }),
    ])
  })
  const requestOf = (step: StepName): ChallengeRequest => ({
    name: `draft.${draft.id}.${step}`,
    of: draft.reviewed_at ?? '',
    ask: async (idempotencyKey) => {
      const operation = operations[step === 'approve' ? 'approve' : 'fund']
      const answer = await call(operation, { params: { id: draft.id }, idempotencyKey })
      await showAnswer(client, ['draft', draft.id], answer.draft)
      return answer.status === 'challenge' ? answer : undefined
    },
  })
  const budget = draft.snapshot?.budget ?? draft.budget
  // One that was read before the last move may be older than the approval, unless it is the approval’s already.
  const isKnown = !allowance.isPlaceholderData || allowance.data === parseAmount(budget.amount)
  const seen = isKnown ? allowance.data : undefined
  const steps = fundSteps(draft, transactions, seen)
  const canAct = steps.some(({ name, status }) => name !== 'confirm' && (status === 'ready' || status === 'failed'))
  const mayBePaid = draft.state === 'FUNDING'
  const isShort = !mayBePaid && balance !== undefined && balance < parseAmount(budget.amount)
  return (
    <Section title={text.title} text={text.text}>
      {canAct && <RecentSignIn />}
      <ol className={classes.steps} aria-live="polite">
        {steps.map((step, index) => {
          const request = requestOf(step.name)
          return (
            <FundStepLine
              key={step.name}
              step={step}
              number={index + 1}
              budget={budget}
              isShort={isShort}
              allowance={seen}
              acting={challenge.actsOn === request.name ? challenge.step : undefined}
              isElsewhere={challenge.isElsewhere}
              request={request}
              onAct={() => challenge.act.mutate(request)}
              walletCall={step.name !== 'confirm' && <FundCall step={step.name} draft={draft} />}
            />
          )
        })}
      </ol>
      <Stack gap="sm" mt="sm">
        <ChallengeEnd error={challenge.act.error} />
        {!challenge.actsOn && <OpenChallenge transactions={transactions} />}
        <FundMoney draft={draft} />
        {draft.state === 'LOCKED' && draft.snapshot && (
          <Text c="dimmed" fz="xs">
            {text.fundBy} <TimeText at={draft.snapshot.fund_by} /> <CountdownText at={draft.snapshot.fund_by} />
            <br />
            {text.renewed}
          </Text>
        )}
        {draft.state === 'LOCKED' && allowance.data !== undefined && (
          <Text c="dimmed" fz="xs">
            {text.allowance}: <MoneyText money={toMoney(allowance.data)} />
          </Text>
        )}
        {draft.onchain_job_id && <ButtonLink href={`/client/jobs/${draft.onchain_job_id}`}>{text.openJob}</ButtonLink>}
      </Stack>
    </Section>
  )
}
