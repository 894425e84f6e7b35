import { forgetOldValues, isTooOld, keptDraftKey } from '#lib/client/kept-drafts.ts'
import type { DraftValues } from './draft-form-values.ts'
import { durationText, secondsOf } from './duration.ts'

/** Unsaved input: what stands in the form, and what stood there before anything was typed. */
export type TypedValues = { base: DraftValues; values: DraftValues }

/** What a tab keeps of a draft: what stands in the form, and what gave way to a newer version until it is put back. */
export type KeptValues = {
  /** With the version that it was typed into. */
  typed?: TypedValues & { version: number }
  offered?: TypedValues
}

/** What this tab kept for a draft, where that is recent and fits the form of today. */
export function readKept(place: Storage, draftId: string, like: DraftValues, now: number = Date.now()): KeptValues {
  const text = place.getItem(keptDraftKey(draftId))
  if (!text) return {}
  try {
    const { keptAt, typed, offered }: KeptValues & { keptAt: number } = JSON.parse(text)
    if (isTooOld(keptAt, now)) return {}
    const fits = (kept: TypedValues | undefined) => kept && fitsForm(kept.base, like) && fitsForm(kept.values, like)
    return { ...(fits(typed) && { typed }), ...(fits(offered) && { offered }) }
  } catch {
    return {}
  }
}

function fitsForm(kept: DraftValues, like: DraftValues): boolean {
  return Object.entries(like).every(([name, value]) => {
    const other: unknown = kept[name as keyof DraftValues]
    return typeof other === typeof value && isAlike(other, value)
  })
}

/** Keeps it in place of what was kept before, beside that of other drafts. A tab without room for it goes on without. */
export function keepValues(place: Storage, draftId: string, kept: KeptValues, now: number = Date.now()): void {
  place.removeItem(keptDraftKey(draftId))
  if (!kept.typed && !kept.offered) return
  forgetOldValues(place, now)
  try {
    place.setItem(keptDraftKey(draftId), JSON.stringify({ ...kept, keptAt: now }))
  } catch {
    place.removeItem(keptDraftKey(draftId))
  }
}

/** These values with the fields that were typed, and no others, in their place. */
export function withTyped(onto: DraftValues, { base, values }: TypedValues): DraftValues {
  const typed = changedFields(base, values).map((name) => [name, values[name]])
  return { ...onto, ...Object.fromEntries(typed) }
}

/** Both of what was typed; where they have the same field, the later one. */
export function bothTyped(earlier: TypedValues | undefined, later: TypedValues): TypedValues {
  if (!earlier) return later
  const known = changedFields(later.base, later.values)
  const more = changedFields(earlier.base, earlier.values).filter((name) => !known.includes(name))
  const pick = (from: DraftValues) => Object.fromEntries(more.map((name) => [name, from[name]]))
  return { base: { ...later.base, ...pick(earlier.base) }, values: { ...later.values, ...pick(earlier.values) } }
}

/** Whether a field that was typed is another one by now in the draft, and not the same by chance. */
export function isOvertaken({ base, values }: TypedValues, newer: DraftValues): boolean {
  const theirs = changedFields(base, newer)
  return changedFields(base, values).some(
    (name) => theirs.includes(name) && readable(values[name]) !== readable(newer[name]),
  )
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
  if (typeof value === 'object' && 'unit' in value) {
    const seconds = secondsOf(value)
    return seconds === undefined ? value.count : durationText(seconds)
  }
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
