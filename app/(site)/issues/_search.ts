import { joinNames, splitNames } from '#lib/api/name-list.ts'

/** Filters that take several values. */
export const lists = ['language', 'label', 'funding'] as const

const defaults: Record<string, string> = { sort: 'newest', limit: '25', label_mode: 'any' }

/** What an address says, in a fixed order and without what goes without saying. */
export function tidy(entries: Iterable<readonly [string, string]>): string {
  const kept = [...entries].filter(([name, value]) => value.trim() !== '' && defaults[name] !== value)
  return new URLSearchParams(kept.sort(([a], [b]) => a.localeCompare(b)) as [string, string][]).toString()
}

export function hrefOf(search: string): string {
  return search === '' ? '/issues' : `/issues?${search}`
}

/** Sets or removes parts of a search. The place in the list is given up, since it belongs to another list then. */
export function changed(search: string, changes: Record<string, string | null>): string {
  const params = new URLSearchParams(search)
  params.delete('cursor')
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name)
    else params.set(name, value)
  }
  return tidy(params)
}

/** The values of a filter that takes several. */
export function valuesOf(search: string, name: string): string[] {
  return splitNames(new URLSearchParams(search).get(name) ?? '')
}

/** Whether two values of a filter mean the same; none differs by case. */
export function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** Adds the value to its filter, or takes it away when it is there. */
export function toggled(search: string, name: string, value: string): string {
  const values = valuesOf(search, name)
  const rest = values.filter((one) => !isSame(one, value))
  return changed(search, { [name]: joinNames(rest.length < values.length ? rest : [...values, value]) || null })
}

/** The filters of a search alone: what a feed and the counts are about. */
export function filterOf(search: string): string {
  return changed(search, { sort: null, limit: null })
}
