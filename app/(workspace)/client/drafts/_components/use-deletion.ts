'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { showUndo } from '#app/_components/undo-toast.tsx'
import { draftsText as text } from '#app/_text/drafts.ts'
import { call } from '#lib/client/api.ts'
import { type Deletion, deleteDrafts, deleteOnce } from '#lib/client/delete-drafts.ts'
import { noteDeleted, noteRestored } from '#lib/client/deleted-drafts.ts'
import { retrying } from '#lib/client/retrying.ts'

type Draft = { id: string; title: string }

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

/** Deletes drafts, says which are deleted, and offers to bring those back, however it ends for the others. */
export function useDeletion(): (drafts: readonly Draft[]) => Promise<Deletion> {
  const bringBack = useRestore()
  const lost = useRef(new Set<string>())
  return async (drafts) => {
    const remove = (id: string) => call('deleteDraft', { params: { id } })
    const deletion = await deleteDrafts(
      drafts.map(({ id }) => id),
      (id) => retrying(() => deleteOnce(id, lost.current, remove)),
    )
    const deleted = drafts.filter(({ id }) => deletion.deleted.includes(id))
    const [first] = deleted
    if (!first) return deletion
    noteDeleted(sessionStorage, deleted, Date.now())
    showUndo(text.undoDeletion(deleted.length, first.title), () => bringBack(deleted.map(({ id }) => id)))
    return deletion
  }
}

/** Asked for again under one key, since a second request would find nothing left to restore. */
function restore(id: string): Promise<unknown> {
  const idempotencyKey = crypto.randomUUID()
  return retrying(() => call('restoreDraft', { params: { id }, idempotencyKey }))
}
