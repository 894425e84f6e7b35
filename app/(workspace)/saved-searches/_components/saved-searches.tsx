'use client'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BackLink } from '#app/_components/back-link.tsx'
import { ButtonLink } from '#app/_components/button-link.tsx'
import { EmptyState } from '#app/_components/empty-state.tsx'
import classes from '#app/_components/lines.module.css'
import { PageHeader } from '#app/_components/page-header.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { Section } from '#app/_components/section.tsx'
import { savedSearchesText as text } from '#app/_text/saved-searches.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import { savedSearchQuery } from '#lib/client/saved-search-query.ts'
import { savedSearchesMax } from '#lib/domain/saved-search.ts'
import { SearchLine } from './search-line.tsx'

/** The searches whose new matches the person hears of. */
export function SavedSearches({ initial }: { initial: ReplyOf<'listSavedSearches'> }) {
  const { data, error } = useQuery({ ...savedSearchQuery, initialData: initial })
  const isFull = data.data.length >= savedSearchesMax
  const add = (
    <ButtonLink href="/issues" size="xs">
      {text.add}
    </ButtonLink>
  )
  return (
    <Stack gap="lg" maw={760}>
      <PageHeader title={text.title} text={text.text} above={<BackLink href="/notifications" label={text.back} />} />
      <ProblemAlert error={error} />
      <Section title={text.searches} {...(isFull && { text: text.most(savedSearchesMax) })} aside={add} isFlush>
        {data.data.length === 0 && <EmptyState icon="search" title={text.emptyTitle} text={text.empty} />}
        <ul className={classes.list}>
          {data.data.map((search) => (
            <SearchLine key={search.id} search={search} />
          ))}
        </ul>
      </Section>
    </Stack>
  )
}
