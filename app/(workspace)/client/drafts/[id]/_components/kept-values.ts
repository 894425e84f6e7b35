import { draftText } from '#app/_text/drafts.ts'
import { type Typed, typedFields } from '#app/(workspace)/_components/typed-fields.ts'
import { keepInput, readInput } from '#lib/client/kept-input.ts'
import type { DraftValues } from './draft-form-values.ts'
import { durationText, secondsOf } from './duration.ts'

export type TypedValues = Typed<DraftValues>

/** What a tab keeps of a draft: what stands in the form, and what gave way to a newer version until it is put back. */
export type KeptValues = {
  /** With the version that it was typed into. */
  typed?: TypedValues & { version: number }
  offered?: TypedValues
}

const text = draftText.acceptance
const nameOf = (draftId: string) => `draft.${draftId}`

/** What this tab kept for a draft, where that is recent and fits the form of today. */
export function readKept(storage: Storage, draftId: string, like: DraftValues, now?: number): KeptValues {
  const { typed, offered } = (readInput(storage, nameOf(draftId), now) ?? {}) as KeptValues
  const fits = (kept: TypedValues | undefined) => kept && fitsForm(kept.base, like) && fitsForm(kept.values, like)
  return { ...(typed && fits(typed) && { typed }), ...(offered && fits(offered) && { offered }) }
}

function fitsForm(kept: DraftValues | undefined, like: DraftValues): boolean {
  return Object.entries(like).every(([name, value]) => {
    const other: unknown = kept?.[name as keyof DraftValues]
    return typeof other === typeof value && isAlike(other, value)
  })
}

/** Keeps it in place of what was kept before, beside that of other drafts. */
export function keepValues(storage: Storage, draftId: string, kept: KeptValues, now?: number): void {
  keepInput(storage, nameOf(draftId), kept.typed || kept.offered ? kept : undefined, now)
}

export const draftFields = typedFields<DraftValues>(savedAs)
export const { bothTyped, changedFields, disputedFields, withFields, withTyped } = draftFields

/** Whether two forms would be saved as the same draft. */
export function saveAlike(one: DraftValues, other: DraftValues): boolean {
  return changedFields(one, other).length === 0
}

/** Everything of a field's value that is saved: of the items of lists all but the keys by which they are drawn. */
function savedAs(value: DraftValues[keyof DraftValues]): string {
  if (!Array.isArray(value)) return readable(value)
  const items = value.map((item) => ('line' in item ? { ...item, expectedTests: item.expectedTests.trimEnd() } : item))
  const names = items.flatMap(Object.keys).filter((name) => name !== 'key')
  return JSON.stringify(items, [...new Set(names)].sort())
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
        : `${item.path} ${item.isSealed ? text.sealedState : text.openState}\n${item.bytes ?? item.text}`,
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
