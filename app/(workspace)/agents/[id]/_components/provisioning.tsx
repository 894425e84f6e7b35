'use client'
import { Button, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { Section } from '#app/_components/section.tsx'
import classes from '#app/_components/steps.module.css'
import { provisioningText as text } from '#app/_text/agents.ts'
import { call } from '#lib/client/api.ts'
import { retrying } from '#lib/client/retrying.ts'
import { showAnswer } from '#lib/client/show-answer.ts'
import type { Agent } from '../../_components/agent-line.tsx'
import { ProvisioningLine } from './provisioning-line.tsx'

/** The four steps as the service reports them; one that failed can be tried again. */
export function Provisioning({ agent }: { agent: Agent }) {
  const client = useQueryClient()
  const isDone = agent.provisioning.every((step) => step.state === 'DONE')
  const needsPairing = agent.next_actions.some(({ code }) => code === 'pair_runtime')
  const canContinue = agent.next_actions.some(({ code }) => code === 'continue_provisioning')
  const again = useMutation({
    mutationFn: (idempotencyKey: string) =>
      retrying(() => call('provisionAgent', { params: { id: agent.id }, body: {}, idempotencyKey })),
    onSuccess: (changed) => showAnswer(client, ['agent', agent.id], changed),
  })
  return (
    <Section title={isDone ? text.doneTitle : text.title} {...(!isDone && { text: text.text })}>
      <ol className={classes.steps} aria-live="polite">
        {agent.provisioning.map((step, index) => (
          <ProvisioningLine
            key={step.step}
            step={step}
            number={index + 1}
            isYours={needsPairing && step.step === 'RUNTIME' && step.state === 'WAITING'}
          />
        ))}
      </ol>
      {canContinue && (
        <Stack gap="sm" align="flex-start">
          <ProblemAlert error={again.error} />
          <Button loading={again.isPending} onClick={() => again.mutate(crypto.randomUUID())}>
            {text.again}
          </Button>
        </Stack>
      )}
    </Section>
  )
}
