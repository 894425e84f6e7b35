'use client'
import { Group, RadioCard, RadioGroup, RadioIndicator, SimpleGrid, Text } from '@mantine/core'
import { newAgentText } from '#app/_text/agents.ts'
import { type AgentRole, agentRoles } from '#lib/domain/agent.ts'
import classes from './role-field.module.css'

const text = newAgentText.fields

type RoleFieldProps = { value?: AgentRole; onChange?: (role: AgentRole) => void }

export function RoleField({ value, onChange }: RoleFieldProps) {
  return (
    <RadioGroup value={value ?? null} onChange={(role) => onChange?.(role as AgentRole)} aria-label={text.role}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {agentRoles.map((role) => (
          <RadioCard key={role} value={role} className={classes.card} aria-label={text.roles[role].title}>
            <Group wrap="nowrap" align="flex-start" gap="sm">
              <RadioIndicator mt={2} />
              <div>
                <Text fw={600}>{text.roles[role].title}</Text>
                <Text c="dimmed" mt={2}>
                  {text.roles[role].text}
                </Text>
              </div>
            </Group>
          </RadioCard>
        ))}
      </SimpleGrid>
    </RadioGroup>
  )
}
