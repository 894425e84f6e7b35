import { keptDraftKey } from '#lib/client/kept-drafts.ts'
import type { DraftValues } from './draft-values.ts'

/** Unsaved input, and the version of the draft it was typed into. */
export type KeptValues = { version: number; values: DraftValues }

type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What this tab kept for a draft; undefined when there is nothing, or nothing that fits the form of today. */
export function readKept(place: Place, draftId: string, like: DraftValues): KeptValues | undefined {
  const text = place.getItem(keptDraftKey(draftId))
  if (!text) return undefined
  try {
    const kept: KeptValues = JSON.parse(text)
    const fits = Object.entries(like).every(([name, value]) => {
      const other: unknown = kept.values[name as keyof DraftValues]
      return typeof other === typeof value && isAlike(other, value)
    })
    return fits ? kept : undefined
  } catch {
    return undefined
  }
}

/** Keeps it until it is forgotten or the tab is closed. A tab without room for it goes on without. */
export function keepValues(place: Place, draftId: string, kept: KeptValues): void {
  try {
    place.setItem(keptDraftKey(draftId), JSON.stringify(kept))
  } catch {
    place.removeItem(keptDraftKey(draftId))
  }
}

export function forgetValues(place: Place, draftId: string): void {
  place.removeItem(keptDraftKey(draftId))
}

/** Whether two forms would be saved as the same draft. */
export function saveAlike(one: DraftValues, other: DraftValues): boolean {
  return changedFields(one, other).length === 0
}

/** The fields that differ between two forms, by what would be saved. */
export function changedFields(one: DraftValues, other: DraftValues): (keyof DraftValues)[] {
  const names = Object.keys(one) as (keyof DraftValues)[]
  return names.filter((name) => readable(one[name]) !== readable(other[name]))
}

/** A field's value in words, without the keys by which lists are drawn. */
export function readable(value: DraftValues[keyof DraftValues]): string {
  if (!Array.isArray(value)) return String(value)
  return value
    .map((item) =>
      'line' in item
        ? `${item.name}: ${item.line} (${item.expect}; ${item.report})\n${item.expectedTests}`.trimEnd()
        : `${item.path}\n${item.bytes ?? item.text}`,
    )
    .join('\n')
}

/** Both are a list or both are none, and the first items of both lists have the same fields. */
function isAlike(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return Array.isArray(one) === Array.isArray(other)
  const fields = [one, other].map(([item]) =>
    Object.keys(item ?? {})
      .sort()
      .join(),
  )
  return one.length === 0 || other.length === 0 || fields[0] === fields[1]
}
