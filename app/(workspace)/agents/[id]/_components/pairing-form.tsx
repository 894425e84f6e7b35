'use client'
import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { focusFirst } from '#app/_components/focus-field.ts'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { RecentSignIn } from '#app/_components/sign-in-again.tsx'
import { newAgentText, pairingText as text } from '#app/_text/agents.ts'
import { call } from '#lib/client/api.ts'
import { retrying } from '#lib/client/retrying.ts'
import { showAnswer } from '#lib/client/show-answer.ts'

/** Gives the service a runtime's one-time token; what it makes of it shows in the steps of setting up. */
export function PairingForm({ agentId, onPaired }: { agentId: string; onPaired: () => void }) {
  const client = useQueryClient()
  const form = useForm({ initialValues: { token: '' }, validate: { token: checkToken } })
  const pair = useMutation({
    mutationFn: ({ token, key }: { token: string; key: string }) =>
      retrying(() =>
        call('provisionAgent', { params: { id: agentId }, body: { pairing_token: token }, idempotencyKey: key }),
      ),
    onSuccess: async (agent) => {
      form.reset()
      await showAnswer(client, ['agent', agentId], agent)
      onPaired()
    },
  })
  return (
    <form
      onSubmit={form.onSubmit(
        ({ token }) => pair.mutate({ token: token.trim(), key: crypto.randomUUID() }),
        focusFirst,
      )}
      noValidate
    >
      <Stack gap="sm" align="stretch">
        <RecentSignIn />
        <TextInput
          aria-label={text.token}
          placeholder="service-connect://…"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('token')}
        />
        <ProblemAlert error={pair.error} />
        <div>
          <Button type="submit" loading={pair.isPending}>
            {text.pair}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

function checkToken(token: string): string | null {
  return token.trim().startsWith('service-connect://') ? null : newAgentText.errors.token
}
