import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** One column of a page, under its own heading. */
export function Part({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section>
      <Title order={2} mt={48} size="h3">
        {title}
      </Title>
      {lead && (
        <Text mt="xs" maw="70ch" c="dimmed">
          {lead}
        </Text>
      )}
      {children}
    </section>
  )
}
