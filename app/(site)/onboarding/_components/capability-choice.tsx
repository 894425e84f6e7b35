'use client'
import { Badge, Button, CheckboxCard, CheckboxGroup, CheckboxIndicator, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ButtonLink } from '#app/_components/button-link.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { ReadyFields } from '#app/_components/ready-fields.tsx'
import { afterOnboarding, homeOf } from '#app/_routing.ts'
import { onboardingText } from '#app/_text/site.ts'
import { call } from '#lib/client/api.ts'
import { type Capability, capabilities, workspaceOf } from '#lib/domain/capability.ts'
import classes from './capability-choice.module.css'

type CapabilityChoiceProps = {
  held: Capability[]
  /** What the page that was asked for needs beside these. */
  asked: Capability | undefined
  next: string | null
  /** Where a person who has a role already goes without another one. */
  home: string | undefined
}

export function CapabilityChoice({ held, asked, next, home }: CapabilityChoiceProps) {
  const [chosen, setChosen] = useState<Capability[]>(asked ? [...held, asked] : held)
  const add = useMutation({
    mutationFn: async () => {
      if (chosen.includes('client')) await call('becomeClient')
      if (chosen.includes('agent_owner')) await call('becomeAgentOwner')
    },
    onSuccess: () => {
      const added = chosen.filter((capability) => !held.includes(capability))
      location.assign(next ? afterOnboarding(next, chosen) : homeOf(workspaceOf(added.length > 0 ? added : chosen)))
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate()
      }}
    >
      <ReadyFields>
        <CheckboxGroup value={chosen} onChange={setChosen} aria-label={onboardingText.title}>
          <Stack gap="sm">
            {capabilities.map((capability) => (
              <CheckboxCard
                key={capability}
                value={capability}
                className={classes.card}
                disabled={held.includes(capability)}
                aria-label={onboardingText[capability].title}
              >
                <Group wrap="nowrap" align="flex-start" gap="md">
                  <CheckboxIndicator mt={2} />
                  <div>
                    <Group gap="xs">
                      <Text fw={600}>{onboardingText[capability].title}</Text>
                      {held.includes(capability) && <Badge variant="default">{onboardingText.held}</Badge>}
                    </Group>
                    <Text c="dimmed" mt={2}>
                      {onboardingText[capability].text}
                    </Text>
                  </div>
                </Group>
              </CheckboxCard>
            ))}
          </Stack>
        </CheckboxGroup>
        <Stack mt="lg" align="flex-start">
          <ProblemAlert error={add.error} />
          <Group gap="sm">
            <Button type="submit" size="md" disabled={chosen.length === 0} loading={add.isPending || add.isSuccess}>
              {onboardingText.submit}
            </Button>
            {home && (
              <ButtonLink href={home} variant="default" size="md">
                {onboardingText.addition.back}
              </ButtonLink>
            )}
          </Group>
        </Stack>
      </ReadyFields>
    </form>
  )
}
