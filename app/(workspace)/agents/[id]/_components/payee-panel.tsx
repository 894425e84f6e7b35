'use client'
import { Alert, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Copyable } from '#app/_components/copyable.tsx'
import { type Fact, Facts } from '#app/_components/facts.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { Section } from '#app/_components/section.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { payeeText as text } from '#app/_text/payee.ts'
import { keepInput } from '#lib/client/kept-input.ts'
import { queries } from '#lib/client/queries.ts'
import type { Agent } from '../../_components/agent-line.tsx'
import type { AgentPayee } from './agent-money.ts'
import { CancelPayee } from './cancel-payee.tsx'
import { ChangePayee } from './change-payee.tsx'

/** Whether earnings lie with the service or go straight to the owner's address, and the way from one to the other. */
export function PayeePanel({ agent }: { agent: Agent }) {
  const { data: payee, error } = useQuery(queries.agentPayee(agent.id))
  const cancelledAs = `payee-cancel.${agent.id}`
  const isNoneWaiting = payee?.waiting === null
  // A signature that cancels is of no use once nothing waits.
  useEffect(() => {
    if (isNoneWaiting) keepInput(sessionStorage, cancelledAs, undefined)
  }, [isNoneWaiting, cancelledAs])
  if (!payee) return error ? <ProblemAlert error={error} /> : null
  const { waiting, is_own_wallet: isOwn, is_under_way: isUnderWay, signing } = payee
  return (
    <Section title={text.title}>
      <Stack gap="md">
        <Text>{isOwn ? text.own : text.direct}</Text>
        <Facts facts={factsOf(payee)} />
        {isUnderWay && <Text c="dimmed">{text.underWay}</Text>}
        {payee.refusal && (
          <Alert color="yellow" title={text.refused} role="status">
            {payee.refusal}
          </Alert>
        )}
        <ChangePayee key={`change.${signing.nonce}`} agent={agent} payee={payee} />
        {waiting && (
          <CancelPayee
            key={`cancel.${signing.nonce}`}
            keptAs={cancelledAs}
            agent={agent}
            payee={payee}
            to={waiting.payee}
          />
        )}
        <Text c="dimmed" fz="xs">
          {text.taken}
        </Text>
      </Stack>
    </Section>
  )
}

function factsOf({ payee, waiting, is_own_wallet: isOwn }: AgentPayee): Fact[] {
  const address = (value: string) => <Copyable value={value} label={text.address} short />
  const now: Fact = { label: text.address, value: isOwn ? text.ownWallet : address(payee) }
  if (!waiting) return [now]
  return [
    now,
    { label: text.from, value: <TimeText at={waiting.effective_from} /> },
    { label: text.waiting, value: address(waiting.payee) },
  ]
}
