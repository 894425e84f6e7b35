'use client'
import { Badge, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import classes from '#app/_components/lines.module.css'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { ReadyButton } from '#app/_components/ready-button.tsx'
import { Section } from '#app/_components/section.tsx'
import { homeOf } from '#app/_routing.ts'
import { capabilitiesText as text } from '#app/_text/settings.ts'
import { call } from '#lib/client/api.ts'
import { retrying } from '#lib/client/retrying.ts'
import { type Capability, capabilities, workspaceOf } from '#lib/domain/capability.ts'

const operations = { client: 'becomeClient', agent_owner: 'becomeAgentOwner' } as const

/** What the person may do here, and the way to what they do not do yet. */
export function HeldCapabilities({ held }: { held: Capability[] }) {
  const add = useMutation({
    mutationFn: ({ capability, key }: { capability: Capability; key: string }) =>
      retrying(() => call(operations[capability], { idempotencyKey: key })),
    onSuccess: (_, { capability }) => location.assign(homeOf(workspaceOf([capability]))),
  })
  return (
    <Section title={text.title} isFlush>
      <ul className={classes.list}>
        {capabilities.map((capability) => (
          <li key={capability} className={classes.line}>
            <div className={classes.about}>
              <Text fw={600}>{text[capability].name}</Text>
              <Text c="dimmed" fz="xs" mt={2}>
                {text[capability].text}
              </Text>
            </div>
            <Group gap="sm">
              {held.includes(capability) ? (
                <Badge color="teal">{text.held}</Badge>
              ) : (
                <ReadyButton
                  size="xs"
                  variant="default"
                  loading={(add.isPending || add.isSuccess) && add.variables.capability === capability}
                  onClick={() => add.mutate({ capability, key: crypto.randomUUID() })}
                >
                  {text[capability].add}
                </ReadyButton>
              )}
            </Group>
          </li>
        ))}
      </ul>
      <ProblemAlert error={add.error} />
    </Section>
  )
}
