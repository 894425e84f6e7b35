'use client'
import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BackLink } from '#app/_components/back-link.tsx'
import { EmptyState } from '#app/_components/empty-state.tsx'
import classes from '#app/_components/lines.module.css'
import { PageHeader } from '#app/_components/page-header.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { ReadyButton } from '#app/_components/ready-button.tsx'
import { Section } from '#app/_components/section.tsx'
import { apiTokensText as text } from '#app/_text/api-tokens.ts'
import { useKeptDialog } from '#app/(workspace)/_components/kept-dialog.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import { queries } from '#lib/client/queries.ts'
import { tokensMax } from '#lib/domain/api-token.ts'
import { NewToken, tokenKeptAs } from './new-token.tsx'
import { TokenLine } from './token-line.tsx'

/** The tokens of the account, and the way to another one. */
export function Tokens({ initial }: { initial: ReplyOf<'listApiTokens'> }) {
  const { data, error } = useQuery({ ...queries.apiTokens(), initialData: initial })
  const adding = useKeptDialog(tokenKeptAs)
  const isFull = data.data.filter(({ state }) => state === 'LIVE').length >= tokensMax
  const add = (
    <ReadyButton size="xs" disabled={isFull} onClick={adding.open}>
      {text.add}
    </ReadyButton>
  )
  return (
    <Stack gap="lg" maw={760}>
      <PageHeader title={text.title} text={text.text} above={<BackLink href="/settings" label={text.back} />} />
      <ProblemAlert error={error} />
      <Section title={text.tokens} {...(isFull && { text: text.most(tokensMax) })} aside={add} isFlush>
        {data.data.length === 0 && <EmptyState icon="key" title={text.emptyTitle} text={text.empty} />}
        <ul className={classes.list}>
          {data.data.map((token) => (
            <TokenLine key={token.id} token={token} />
          ))}
        </ul>
      </Section>
      <Text c="dimmed" fz="sm">
        {text.never} {text.sessions}
      </Text>
      <Text c="dimmed" fz="sm">
        <Anchor href="/docs/api#use-a-token" inherit underline="always">
          {text.guide}
        </Anchor>
        {' · '}
        <Anchor href="/docs/programs" inherit underline="always">
          {text.connect}
        </Anchor>
        {' · '}
        <Anchor href="/api/docs/#/programs" inherit underline="always">
          {text.docs}
        </Anchor>
      </Text>
      <NewToken dialog={adding} />
    </Stack>
  )
}
