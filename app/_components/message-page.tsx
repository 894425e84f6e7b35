import { Container, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A page that says one thing and offers a way on. */
export function MessagePage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Container component="main" id="content" size="xs" py={96}>
      <Stack align="flex-start">
        <Title order={1}>{title}</Title>
        <Text c="dimmed">{text}</Text>
        {children}
      </Stack>
    </Container>
  )
}
