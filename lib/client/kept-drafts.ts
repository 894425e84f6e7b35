const prefix = 'jobwright.draft.'

/** A tab keeps words of so many drafts, the newest, and none of them for longer. */
const draftsMax = 20
const ageMaxMs = 30 * 24 * 3_600_000

/** Where a tab keeps unsaved input of a draft; each draft has its own. */
export const keptDraftKey = (draftId: string) => `${prefix}${draftId}`

export function isTooOld(keptAt: number, now: number): boolean {
  return !(keptAt > now - ageMaxMs)
}

/** Makes room for the words of one more draft, and forgets what is too old. */
export function forgetOldValues(place: Storage, now: number): void {
  const kept = keysOf(place).map((key) => ({ key, keptAt: keptAtOf(place.getItem(key)) }))
  const newest = kept.filter(({ keptAt }) => !isTooOld(keptAt, now)).sort((a, b) => b.keptAt - a.keptAt)
  const stays = new Set(newest.slice(0, draftsMax - 1).map(({ key }) => key))
  for (const { key } of kept) if (!stays.has(key)) place.removeItem(key)
}

/** Forgets what this tab kept of every draft; requests without an answer stay known, so that none is made twice. */
export function forgetAllValues(place: Storage): void {
  for (const key of keysOf(place)) place.removeItem(key)
}

function keysOf(place: Storage): string[] {
  return Object.keys(place).filter((key) => key.startsWith(prefix))
}

function keptAtOf(text: string | null): number {
  try {
    return Number(JSON.parse(text ?? '').keptAt)
  } catch {
    return Number.NaN
  }
}
