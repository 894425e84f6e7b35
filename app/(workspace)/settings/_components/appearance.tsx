'use client'
import { Group, SegmentedControl, Text, useMantineColorScheme } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import classes from '#app/_components/lines.module.css'
import { Section } from '#app/_components/section.tsx'
import { appearanceText as text } from '#app/_text/settings.ts'

const schemes = ['auto', 'light', 'dark'] as const

/** Light, dark or as the system says; the server does not know which is kept, so the choice shows once mounted. */
export function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const isMounted = useMounted()
  return (
    <Section title={text.title} isFlush>
      <Group className={classes.line} justify="space-between">
        <div>
          <Text fw={600}>{text.label}</Text>
          <Text c="dimmed" fz="xs" mt={2}>
            {text.text}
          </Text>
        </div>
        <SegmentedControl
          aria-label={text.label}
          data={schemes.map((value) => ({ value, label: text.schemes[value] }))}
          value={isMounted ? colorScheme : 'auto'}
          disabled={!isMounted}
          onChange={(value) => setColorScheme(value)}
        />
      </Group>
    </Section>
  )
}
