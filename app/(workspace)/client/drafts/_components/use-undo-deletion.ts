'use client'
import { useQueryClient } from '@tanstack/react-query'
import { showUndo } from '#app/_components/undo-toast.tsx'
import { draftsText as text } from '#app/_text/drafts.ts'
import { call } from '#lib/client/api.ts'
import { retrying } from '#lib/client/retrying.ts'

/** Says that these drafts are deleted, and offers to bring them back. */
export function useUndoDeletion(): (ids: readonly string[]) => void {
  const client = useQueryClient()
  return (ids) => {
    if (ids.length === 0) return
    showUndo(text.undoDeletion(ids.length), async () => {
      const restored = await Promise.allSettled(ids.map((id) => restore(id)))
      await client.invalidateQueries({ queryKey: ['drafts'] })
      const refusal = restored.find((one) => one.status === 'rejected')
      if (refusal) throw refusal.reason
    })
  }
}

/** Asked for again under one key, since a second request would find nothing left to restore. */
function restore(id: string): Promise<unknown> {
  const idempotencyKey = crypto.randomUUID()
  return retrying(() => call('restoreDraft', { params: { id }, idempotencyKey }))
}
