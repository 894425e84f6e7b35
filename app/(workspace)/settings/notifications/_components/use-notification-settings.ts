'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '#lib/client/api.ts'
import { queries } from '#lib/client/queries.ts'

export type Settings = ReplyOf<'getNotificationSettings'>

/** Runs a change whose answer is the settings, which the page shows from then on. */
export function useSettingsChange<Input>(change: (input: Input) => Promise<Settings>, onDone?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (settings) => {
      client.setQueryData(queries.notificationSettings().queryKey, settings)
      onDone?.()
    },
  })
}
