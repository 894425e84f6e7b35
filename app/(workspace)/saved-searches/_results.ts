import { savedSearchesText } from '#app/_text/saved-searches.ts'
import { chosenOf } from '#app/(site)/issues/_chosen.ts'
import { hrefOf, tidy } from '#app/(site)/issues/_search.ts'

/** The repository and number that a filter asks for, where it asks for a single issue. */
export function issueOf({ repository, number }: Record<string, string>): { name: string; path: string } | undefined {
  if (!repository || !number) return undefined
  return { name: `${repository}#${number}`, path: `/issues/${repository.replace('/', ':')}:${number}` }
}

/** Where a filter's results are: a page of the list, or the page of the only issue that it can find. */
export function resultsHrefOf(filter: Record<string, string>): string {
  return issueOf(filter)?.path ?? hrefOf(tidy(Object.entries(filter)))
}

/** What a filter looks for, in words. */
export function wordsOf(filter: Record<string, string>): string {
  const issue = issueOf(filter)
  const chosen = chosenOf(tidy(Object.entries(filter))).map(({ text }) => text)
  return issue?.name ?? (chosen.join(' · ') || savedSearchesText.all)
}
