'use client'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { flushSync } from 'react-dom'
import { ConfirmAction } from '#app/_components/confirm-action.tsx'
import { agentText as text } from '#app/_text/agents.ts'
import { call } from '#lib/client/api.ts'
import { isGone } from '#lib/client/refusals.ts'
import { retrying } from '#lib/client/retrying.ts'
import type { Agent } from '../../_components/agent-line.tsx'

/** Deletes an agent that was never paired, and leads back to the list. */
export function DeleteAgent({ agent, onLeaving }: { agent: Agent; onLeaving: (isLeaving: boolean) => void }) {
  const router = useRouter()
  const client = useQueryClient()
  const removal = useMutation({
    mutationFn: async () => {
      flushSync(() => onLeaving(true))
      await client.cancelQueries({ queryKey: ['agent', agent.id] })
      await retrying(() => call('deleteAgent', { params: { id: agent.id } })).catch((error: unknown) => {
        // Gone already, perhaps by a first request whose answer was lost.
        if (!isGone(error)) throw error
      })
    },
    onError: () => onLeaving(false),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['agents'] })
      router.push('/agents')
      notifications.show({ message: text.deleted })
    },
  })
  const run = {
    mutate: (_key: string, { onSuccess }: { onSuccess: () => void }) => removal.mutate(undefined, { onSuccess }),
    isPending: removal.isPending,
    error: removal.error,
    reset: removal.reset,
  }
  return <ConfirmAction run={run} words={text.deletion} button={{}} color="red.9" label={text.delete} />
}
