'use client'
import { Button, Container, Stack, Text, Title } from '@mantine/core'
import { commonText } from '../../_text/common.ts'
import { explorerText } from '../../_text/explorer.ts'

const { failed } = explorerText

export default function IssuesError({ reset }: { reset: () => void }) {
  return (
    <Container size="sm" py={72}>
      <Stack align="flex-start">
        <Title order={1}>{failed.title}</Title>
        <Text c="dimmed">{failed.text}</Text>
        <Button onClick={reset}>{commonText.retry}</Button>
      </Stack>
    </Container>
  )
}
