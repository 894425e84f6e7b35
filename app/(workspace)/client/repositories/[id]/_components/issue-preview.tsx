'use client'
import { Alert, Badge, Button, Checkbox, Drawer, Group, List, ListItem, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Copyable } from '#app/_components/copyable.tsx'
import { LazyMarkdown } from '#app/_components/lazy-markdown.tsx'
import { OutsideLink } from '#app/_components/outside-link.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { issuesText } from '#app/_text/workspace.ts'
import { call, type ReplyOf } from '#lib/client/api.ts'
import { queries } from '#lib/client/queries.ts'
import { retrying } from '#lib/client/retrying.ts'
import { moneyText } from '#lib/domain/money.ts'
import classes from './issues.module.css'
import type { Repository } from './repository.ts'

const text = issuesText

type IssuePreviewProps = { repository: Repository; number: number | null; onClose: () => void }

export function IssuePreview({ repository, number, onClose }: IssuePreviewProps) {
  const { data, error, isPending } = useQuery({
    ...queries.issuePreview(repository.id, number ?? 0),
    enabled: number !== null,
  })
  return (
    <Drawer opened={number !== null} onClose={onClose} position="right" size="lg" title={text.preview}>
      <Stack gap="md">
        <ProblemAlert error={error} />
        {isPending && !error && <Skeleton height={240} />}
        {data && <Preview preview={data} />}
      </Stack>
    </Drawer>
  )
}

function Preview({ preview }: { preview: ReplyOf<'previewIssue'> }) {
  const { issue, warnings } = preview
  return (
    <>
      <div>
        <Text fw={600} size="lg">
          {issue.title}
        </Text>
        <Group gap="xs" mt={6}>
          <Text c="dimmed">
            {preview.repository_full_name} #{issue.number}
          </Text>
          {issue.labels.map((label) => (
            <Badge key={label} variant="default">
              {label}
            </Badge>
          ))}
        </Group>
      </div>
      {warnings.length > 0 && (
        <Alert color="yellow" title={text.warnings}>
          <List size="sm">
            {warnings.map(({ code, message }) => (
              <ListItem key={code}>{message}</ListItem>
            ))}
          </List>
        </Alert>
      )}
      {issue.body ? <LazyMarkdown text={issue.body} /> : <Text c="dimmed">{text.noBody}</Text>}
      <Group gap="md" c="dimmed" fz="xs">
        <span>
          {text.hash} <Copyable value={issue.content_hash} label={text.hash} short />
        </span>
        <OutsideLink href={issue.url}>{text.viewAtHost}</OutsideLink>
      </Group>
      <DraftCreation preview={preview} />
    </>
  )
}

function DraftCreation({ preview }: { preview: ReplyOf<'previewIssue'> }) {
  const router = useRouter()
  const { issue, repository_access_id, can_draft: canDraft, last_terms: terms } = preview
  const [hasSameTerms, setSameTerms] = useState(false)
  const creation = useMutation({
    mutationFn: (idempotencyKey: string) => {
      const body = {
        repository_access_id,
        number: issue.number,
        content_hash: issue.content_hash,
        ...(terms && hasSameTerms && { terms_from: terms.draft_id }),
      }
      return retrying(() => call('createDraft', { body, idempotencyKey }))
    },
    onSuccess: ({ id }) => router.push(`/client/drafts/${id}`),
  })
  const refusal = issue.state === 'closed' ? text.closed : canDraft ? null : text.cannotDraft
  return (
    <Stack gap="sm" className={classes.foot}>
      <ProblemAlert error={creation.error} />
      {refusal ? (
        <Text c="dimmed">{refusal}</Text>
      ) : (
        <>
          {terms && (
            <Checkbox
              checked={hasSameTerms}
              onChange={(event) => setSameTerms(event.currentTarget.checked)}
              label={text.sameTerms}
              description={text.lastTerms(
                terms.title,
                moneyText(terms.reward),
                terms.verifiers,
                moneyText(terms.budget),
              )}
            />
          )}
          <Button
            loading={creation.isPending || creation.isSuccess}
            onClick={() => creation.mutate(crypto.randomUUID())}
          >
            {text.create}
          </Button>
        </>
      )}
    </Stack>
  )
}
