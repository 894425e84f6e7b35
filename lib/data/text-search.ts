import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { namedIssue } from '../domain/named-issue.ts'

type Searched = {
  title: SQLWrapper
  repository: SQLWrapper
  issueNumber: SQLWrapper
  /** Another number by which people know the row. */
  ownNumber?: SQLWrapper
}

/** Whether a row fits what its person searches for: words anywhere in title or repository, or the issue that it names. */
export function fitsText(text: string, { title, repository, issueNumber, ownNumber }: Searched): SQL {
  const named = namedIssue(text)
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  const hasWords = sql`(${title} ilike ${pattern} or ${repository} ilike ${pattern})`
  if (!named) return hasWords
  const isOfIssue = sql`${issueNumber} = ${named.number}::int`
  if (named.repository !== null) return sql`(${isOfIssue} and lower(${repository}) = lower(${named.repository}))`
  const hasNumber = ownNumber ? sql`(${isOfIssue} or ${ownNumber} = ${named.number}::int)` : isOfIssue
  return named.isWord ? sql`(${hasNumber} or ${hasWords})` : hasNumber
}
