import { draftRestoreMinutes } from '../domain/draft.ts'

const key = 'jobwright.deleted-drafts'

/** A draft that this tab deleted, and until when it can come back. */
export type DeletedDraft = { id: string; title: string; until: number }

/** What this tab deleted and can still bring back, the last first. */
export function readDeleted(storage: Storage, now: number): DeletedDraft[] {
  try {
    const kept: DeletedDraft[] = JSON.parse(storage.getItem(key) ?? '[]')
    return kept.filter(({ until }) => until > now)
  } catch {
    return []
  }
}

export function noteDeleted(storage: Storage, drafts: readonly Omit<DeletedDraft, 'until'>[], now: number): void {
  const until = now + draftRestoreMinutes * 60_000
  write(storage, [...drafts.map(({ id, title }) => ({ id, title, until })), ...readDeleted(storage, now)])
}

export function noteRestored(storage: Storage, ids: readonly string[], now: number): void {
  write(
    storage,
    readDeleted(storage, now).filter(({ id }) => !ids.includes(id)),
  )
}

export function forgetDeleted(storage: Storage): void {
  storage.removeItem(key)
}

/** A tab without room goes on without. */
function write(storage: Storage, drafts: readonly DeletedDraft[]): void {
  try {
    storage.setItem(key, JSON.stringify(drafts))
  } catch {
    storage.removeItem(key)
  }
}
