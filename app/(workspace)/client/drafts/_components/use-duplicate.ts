'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { call } from '#lib/client/api.ts'
import { retrying } from '#lib/client/retrying.ts'

/** Makes a draft again and opens the copy. */
export function useDuplicate() {
  const router = useRouter()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, key }: { id: string; key: string }) =>
      retrying(() => call('duplicateDraft', { params: { id }, idempotencyKey: key })),
    onSuccess: async (draft) => {
      await client.invalidateQueries({ queryKey: ['drafts'] })
      router.push(`/client/drafts/${draft.id}`)
    },
  })
}
