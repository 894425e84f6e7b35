'use client'
import { useQueryClient } from '@tanstack/react-query'
import { showUndo } from '#app/_components/undo-toast.tsx'
import { draftsText as text } from '#app/_text/drafts.ts'
import { call } from '#lib/client/api.ts'
import { noteDeleted, noteRestored } from '#lib/client/deleted-drafts.ts'
import { retrying } from '#lib/client/retrying.ts'

type Deleted = { id: string; title: string }

/** Brings drafts back that this person deleted a moment ago. */
export function useRestore(): (ids: readonly string[]) => Promise<void> {
  const client = useQueryClient()
  return async (ids) => {
    const restored = await Promise.allSettled(ids.map((id) => restore(id)))
    const done = ids.filter((_, index) => restored[index]?.status === 'fulfilled')
    noteRestored(sessionStorage, done, Date.now())
    await client.invalidateQueries({ queryKey: ['drafts'] })
    await Promise.all(done.map((id) => client.invalidateQueries({ queryKey: ['draft', id] })))
    const refusal = restored.find((one) => one.status === 'rejected')
    if (refusal) throw refusal.reason
  }
}

/** Says that these drafts are deleted, and offers to bring them back. */
export function useUndoDeletion(): (drafts: readonly Deleted[]) => void {
  const bringBack = useRestore()
  return (drafts) => {
    const [first] = drafts
    if (!first) return
    noteDeleted(sessionStorage, drafts, Date.now())
    showUndo(text.undoDeletion(drafts.length, first.title), () => bringBack(drafts.map(({ id }) => id)))
  }
}

/** Asked for again under one key, since a second request would find nothing left to restore. */
function restore(id: string): Promise<unknown> {
  const idempotencyKey = crypto.randomUUID()
  return retrying(() => call('restoreDraft', { params: { id }, idempotencyKey }))
}
