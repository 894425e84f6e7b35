import { forgetOldValues, isTooOld, keptDraftKey } from '#lib/client/kept-drafts.ts'
import type { DraftValues } from './draft-form-values.ts'

/** Unsaved input, and the version of the draft it was typed into. */
export type KeptValues = { version: number; values: DraftValues }

/** What this tab kept for a draft; undefined when there is nothing, or nothing that is recent and fits the form of today. */
export function readKept(
  place: Storage,
  draftId: string,
  like: DraftValues,
  now: number = Date.now(),
): KeptValues | undefined {
  const text = place.getItem(keptDraftKey(draftId))
  if (!text) return undefined
  try {
    const { keptAt, ...kept }: KeptValues & { keptAt: number } = JSON.parse(text)
    const fits = Object.entries(like).every(([name, value]) => {
      const other: unknown = kept.values[name as keyof DraftValues]
      return typeof other === typeof value && isAlike(other, value)
    })
    return fits && !isTooOld(keptAt, now) ? kept : undefined
  } catch {
    return undefined
  }
}

/** Keeps it beside that of other drafts until it is forgotten. A tab without room for it goes on without. */
export function keepValues(place: Storage, draftId: string, kept: KeptValues, now: number = Date.now()): void {
  forgetValues(place, draftId)
  forgetOldValues(place, now)
  try {
    place.setItem(keptDraftKey(draftId), JSON.stringify({ ...kept, keptAt: now }))
  } catch {
    place.removeItem(keptDraftKey(draftId))
  }
}

export function forgetValues(place: Storage, draftId: string): void {
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
