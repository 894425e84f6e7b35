import { Anchor, Group, Stack, Text } from '@mantine/core'
import Link from 'next/link'
import { Section } from '#app/_components/section.tsx'
import { StateBadge } from '#app/_components/state-badge.tsx'
import { dashboardText } from '#app/_text/workspace.ts'

type StateCountsProps<State extends string> = {
  title: string
  href: string
  states: readonly State[]
  counts: Partial<Record<State, number>>
  empty: string
}

export function StateCounts<State extends string>({ title, href, states, counts, empty }: StateCountsProps<State>) {
  const present = states.filter((state) => counts[state])
  return (
    <Section
      title={title}
      aside={
        <Anchor component={Link} href={href} aria-label={`${dashboardText.all}: ${title}`}>
          {dashboardText.all}
        </Anchor>
      }
    >
      {present.length === 0 && <Text c="dimmed">{empty}</Text>}
      <Stack gap={8}>
        {present.map((state) => (
          <Group key={state} justify="space-between">
            <StateBadge state={state} />
            <Text className="number" fw={600}>
              {counts[state]}
            </Text>
          </Group>
        ))}
      </Stack>
    </Section>
  )
}
