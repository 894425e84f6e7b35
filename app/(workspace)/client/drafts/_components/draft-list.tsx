'use client'
import { Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { queries } from '#lib/client/queries.ts'
import { ButtonLink } from '../../../../_components/button-link.tsx'
import { EmptyState } from '../../../../_components/empty-state.tsx'
import { MoneyText } from '../../../../_components/money-text.tsx'
import { PageHeader } from '../../../../_components/page-header.tsx'
import { ResourceLine } from '../../../../_components/resource-line.tsx'
import { ResourceList } from '../../../../_components/resource-list.tsx'
import { StateBadge } from '../../../../_components/state-badge.tsx'
import { TimeText } from '../../../../_components/time-text.tsx'
import { draftsText as text } from '../../../../_text/drafts.ts'

export function DraftList() {
  const pages = useInfiniteQuery(queries.drafts())
  const drafts = pages.data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Stack gap="lg">
      <PageHeader title={text.title} text={text.text}>
        <ButtonLink href="/client/repositories">{text.toRepositories}</ButtonLink>
      </PageHeader>
      <ResourceList pages={pages} empty={<EmptyState icon="drafts" title={text.emptyTitle} text={text.empty} />}>
        {drafts.map((draft) => (
          <ResourceLine
            key={draft.id}
            href={`/client/drafts/${draft.id}`}
            title={draft.title}
            about={
              <>
                {draft.repository_full_name} #{draft.issue.number} · {text.updated} <TimeText at={draft.updated_at} />
              </>
            }
          >
            <MoneyText money={draft.budget} />
            <StateBadge state={draft.job_state ?? draft.state} />
          </ResourceLine>
        ))}
      </ResourceList>
    </Stack>
  )
}
