import { Alert, Container, List, ListItem, Stack, Text, Title } from '@mantine/core'
import { ButtonLink } from '../../../_components/button-link.tsx'
import { explorerText } from '../../../_text/explorer.ts'
import type { Fault } from '../_read-search.ts'
import { changed, hrefOf } from '../_search.ts'

const { bad } = explorerText

/** What is wrong with an address, part by part, and the nearest search that is not. */
export function BadSearch({ search, faults }: { search: string; faults: readonly Fault[] }) {
  const params = new URLSearchParams(search)
  const repaired = changed(search, Object.fromEntries(faults.map(({ name }) => [name, null])))
  return (
    <Container size="sm" py={56}>
      <Stack gap="md" align="flex-start">
        <Title order={1}>{bad.title}</Title>
        <Text c="dimmed">{bad.text}</Text>
        <Alert color="yellow" w="100%">
          <List size="sm" spacing="xs">
            {faults.map(({ name, reason }) => (
              <ListItem key={name}>
                <span className="mono">
                  {name}={params.get(name)?.slice(0, 80)}
                </span>
                <br />
                {reason}
              </ListItem>
            ))}
          </List>
        </Alert>
        <ButtonLink href={hrefOf(repaired)}>{repaired === '' ? bad.clear : bad.repair}</ButtonLink>
      </Stack>
    </Container>
  )
}
