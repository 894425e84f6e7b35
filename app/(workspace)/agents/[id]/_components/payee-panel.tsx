'use client'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Copyable } from '#app/_components/copyable.tsx'
import { type Fact, Facts } from '#app/_components/facts.tsx'
import { FormModal } from '#app/_components/form-modal.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { Section } from '#app/_components/section.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { payeeText as text } from '#app/_text/payee.ts'
import { queries } from '#lib/client/queries.ts'
import type { Agent } from '../../_components/agent-line.tsx'
import type { AgentPayee } from './agent-money.ts'
import { PayeeAddressForm } from './payee-address-form.tsx'
import { PayeeSignatureForm } from './payee-signature-form.tsx'

/** Whether earnings lie with the service or go straight to the owner's address, and the way from one to the other. */
export function PayeePanel({ agent }: { agent: Agent }) {
  const { data: payee, error } = useQuery(queries.agentPayee(agent.id))
  const [isChanging, changing] = useDisclosure(false)
  const [isCancelling, cancelling] = useDisclosure(false)
  if (!payee) return error ? <ProblemAlert error={error} /> : null
  const { waiting, is_own_wallet: isOwn, is_under_way: isUnderWay } = payee
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
        <Button variant="default" disabled={isUnderWay} onClick={changing.open}>
          {isOwn && !waiting ? text.change : text.changeAgain}
        </Button>
        {waiting && (
          <Button variant="default" disabled={isUnderWay} onClick={cancelling.open}>
            {text.cancel}
          </Button>
        )}
        <Text c="dimmed" fz="xs">
          {text.taken}
        </Text>
      </Stack>
      <FormModal opened={isChanging} onClose={changing.close} title={text.dialog} size="lg">
        <ChangePayee agent={agent} payee={payee} onDone={changing.close} />
      </FormModal>
      <FormModal opened={isCancelling && waiting !== null} onClose={cancelling.close} title={text.cancel} size="lg">
        {waiting && (
          <PayeeSignatureForm agent={agent} payee={payee} to={waiting.payee} isCancelling onDone={cancelling.close} />
        )}
      </FormModal>
    </Section>
  )
}

type ChangePayeeProps = { agent: Agent; payee: AgentPayee; onDone: () => void }

/** First where to, then the signature over it. */
function ChangePayee({ agent, payee, onDone }: ChangePayeeProps) {
  const [to, setTo] = useState<string>()
  if (!to) return <PayeeAddressForm payee={payee} onAccept={setTo} />
  return <PayeeSignatureForm agent={agent} payee={payee} to={to} onDone={onDone} onBack={() => setTo(undefined)} />
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
