import type { z } from 'zod'
import { listPublicIssuesEndpoint } from '#lib/api/discovery.ts'
import { isStorable } from '#lib/domain/storable.ts'
import { explorerText } from '../../_text/explorer.ts'
import { tidy } from './_search.ts'

export type SearchParams = Record<string, string | string[] | undefined>
export type IssueQuery = z.output<NonNullable<typeof listPublicIssuesEndpoint.query>>
export type Fault = { name: string; reason: string }
export type SearchRead = { search: string } & (
  | { query: IssueQuery; faults?: never }
  | { query?: never; faults: Fault[] }
)

const { reasons } = explorerText.bad

/** Reads an address by the grammar of the API; empty fields of a form count as left out. */
export function readSearch(params: SearchParams): SearchRead {
  const given = Object.entries(params).flatMap(([name, value]): [string, string][] => {
    const text = Array.isArray(value) ? value.join(',') : (value ?? '')
    return text.trim() === '' ? [] : [[name, text]]
  })
  const search = tidy(given)
  const faults = given.filter((pair) => !isStorable(pair)).map(([name]) => ({ name, reason: reasons.value }))
  if (faults.length > 0) return { search, faults }
  const parsed = listPublicIssuesEndpoint.query?.safeParse(Object.fromEntries(given))
  if (parsed?.success) return { search, query: parsed.data }
  return { search, faults: (parsed?.error.issues ?? []).flatMap(faultsOf) }
}

function faultsOf(issue: z.core.$ZodIssue): Fault[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((name) => ({ name, reason: reasons.unknown }))
  const name = String(issue.path[0] ?? '')
  if (issue.code === 'custom') return [{ name, reason: reasons.rewards }]
  return [{ name, reason: name === 'cursor' ? reasons.cursor : reasons.value }]
}
