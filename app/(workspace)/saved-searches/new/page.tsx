import { Stack } from '@mantine/core'
import type { Metadata } from 'next'
import { BackLink } from '#app/_components/back-link.tsx'
import { ButtonLink } from '#app/_components/button-link.tsx'
import { EmptyState } from '#app/_components/empty-state.tsx'
import { PageHeader } from '#app/_components/page-header.tsx'
import { readPage } from '#app/_session.ts'
import { newSearchText as text } from '#app/_text/saved-searches.ts'
import { readSearch, type SearchParams } from '#app/(site)/issues/_read-search.ts'
import { filterOf } from '#app/(site)/issues/_search.ts'
import { listSavedSearches } from '#lib/usecases/saved-searches/list-saved-searches.ts'
import { issueOf, resultsHrefOf, wordsOf } from '../_results.ts'
import { SaveForm } from './_components/save-form.tsx'

export const metadata: Metadata = { title: text.title }

/** Where “Save this search” and “Follow this issue” lead, with the search in the address. */
export default async function NewSearchPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { search, faults } = readSearch(await searchParams)
  await readPage(listSavedSearches)
  if (faults)
    return (
      <EmptyState icon="search" title={text.badTitle} text={text.bad}>
        <ButtonLink href="/issues">{text.toIssues}</ButtonLink>
      </EmptyState>
    )
  const filter = Object.fromEntries(new URLSearchParams(filterOf(search)))
  const isIssue = issueOf(filter) !== undefined
  return (
    <Stack gap="lg" maw={760}>
      <PageHeader
        title={isIssue ? text.followTitle : text.title}
        text={isIssue ? text.followText : text.text}
        above={<BackLink href={resultsHrefOf(filter)} label={isIssue ? text.backToIssue : text.back} />}
      />
      <SaveForm filter={filter} words={wordsOf(filter)} isIssue={isIssue} />
    </Stack>
  )
}
