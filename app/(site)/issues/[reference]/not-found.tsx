import { Container, Stack, Text, Title } from '@mantine/core'
import { ButtonLink } from '../../../_components/button-link.tsx'
import { publicIssueText as text } from '../../../_text/explorer.ts'

export default function UnknownIssue() {
  return (
    <Container size="xs" py={96}>
      <Stack align="flex-start">
        <Title order={1}>{text.unknownTitle}</Title>
        <Text c="dimmed">{text.unknown}</Text>
        <ButtonLink href="/issues">{text.toList}</ButtonLink>
      </Stack>
    </Container>
  )
}
