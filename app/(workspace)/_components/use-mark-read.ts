'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type CallInput, call } from '#lib/client/api.ts'
import { announceRead } from '#lib/client/notifications-read.ts'
import { queries } from '#lib/client/queries.ts'
import { showAnswer } from '#lib/client/show-answer.ts'

type Chosen = NonNullable<CallInput<'markNotificationsRead'>['body']>

/** Marks notifications as read; badge and lists follow. */
export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Chosen) => call('markNotificationsRead', { body }),
    onSuccess: async (summary) => {
      announceRead()
      await showAnswer(client, queries.unreadNotifications().queryKey, summary)
      await client.invalidateQueries({ queryKey: ['notifications', 'list'] })
    },
  })
}
