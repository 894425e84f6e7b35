/**
 * The issue that a search names: `#12`, `owner/name#12`, or 12, which may as well be a word and is looked for as both.
 */
export type NamedIssue = { repository: string | null; number: number; isWord: boolean }

/** Undefined for a search for words alone. */
export function namedIssue(text: string): NamedIssue | undefined {
  const match = /^(?:([\w.-]+\/[\w.-]+) ?)?(#)?([1-9]\d{0,8})$/.exec(text.trim())
  const [, repository = null, sign, digits] = match ?? []
  if (digits === undefined || (repository !== null && !sign)) return undefined
  return { repository, number: Number(digits), isWord: !sign }
}
