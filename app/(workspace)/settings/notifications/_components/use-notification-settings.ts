'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '#lib/client/api.ts'
import { queries } from '#lib/client/queries.ts'
import { showAnswer } from '#lib/client/show-answer.ts'

export type Settings = ReplyOf<'getNotificationSettings'>

/**
 * Runs a change whose answer is the settings, which the page shows from then on. Changes are sent one after the other, so
 * that the last answer has them all.
 */
export function useSettingsChange<Input>(change: (input: Input) => Promise<Settings>, onDone?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    scope: { id: 'notification-settings' },
    onSuccess: async (settings) => {
      await showAnswer(client, queries.notificationSettings().queryKey, settings)
      onDone?.()
    },
    // A change whose answer was lost may have been made.
    onError: () => client.invalidateQueries({ queryKey: queries.notificationSettings().queryKey }),
  })
}
