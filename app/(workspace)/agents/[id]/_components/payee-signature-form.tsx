'use client'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CommandBlock } from '#app/_components/command-block.tsx'
import { focusFirst } from '#app/_components/focus-field.ts'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { RecentSignIn } from '#app/_components/sign-in-again.tsx'
import { payeeText as text } from '#app/_text/payee.ts'
import { timeSpan } from '#app/_time-span.ts'
import { useKeptForm } from '#app/(workspace)/_components/kept-dialog.ts'
import { call } from '#lib/client/api.ts'
import { payeeCommand } from '#lib/client/payee-command.ts'
import { showAnswer } from '#lib/client/show-answer.ts'
import type { Agent } from '../../_components/agent-line.tsx'
import type { AgentPayee } from './agent-money.ts'

type PayeeSignatureFormProps = {
  /** What address, nonce and signature are kept under until they are sent. */
  keptAs: string
  agent: Agent
  payee: AgentPayee
  to: string
  isCancelling?: boolean
  onDone: () => void
  onBack?: () => void
}

/** The command that signs with the agent's key, and a place for what it prints. */
export function PayeeSignatureForm({
  keptAs,
  agent,
  payee,
  to,
  isCancelling = false,
  ...then
}: PayeeSignatureFormProps) {
  const client = useQueryClient()
  const form = useForm({
    initialValues: { to, nonce: payee.signing.nonce, signature: '' },
    validate: { signature: checkSignature },
  })
  useKeptForm(keptAs, form)
  const params = { id: agent.id }
  const send = useMutation({
    mutationFn: (signature: string) =>
      isCancelling
        ? call('cancelPayee', { params, body: { signature } })
        : call('requestPayee', { params, body: { payee: to, signature } }),
    onSuccess: async (changed) => {
      await showAnswer(client, ['agent', agent.id, 'payee'], changed)
      notifications.show({ color: 'teal', message: text.sent })
      then.onDone()
    },
  })
  const delay = payee.delay_seconds === 0 ? text.noDelay : text.delay(timeSpan(payee.delay_seconds))
  return (
    <form
      onSubmit={form.onSubmit(({ signature }) => send.mutate(signature.trim().toLowerCase()), focusFirst)}
      noValidate
    >
      <Stack>
        <RecentSignIn />
        <Text style={{ overflowWrap: 'anywhere' }}>
          {text.chosen}: <span className="mono">{to}</span>
        </Text>
        <div>
          <Text fw={600}>{text.run}</Text>
          <Text c="dimmed">{text.runText(`./my-${agent.role}`)}</Text>
          <CommandBlock command={payeeCommand(agent.role, payee.signing, to, isCancelling)} label={text.command} />
        </div>
        <TextInput
          label={text.paste}
          placeholder="0x…"
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: 'mono' }}
          {...form.getInputProps('signature')}
        />
        {!isCancelling && <Text c="dimmed">{delay}</Text>}
        <ProblemAlert error={send.error} />
        <Group justify="flex-end">
          {then.onBack && (
            <Button variant="default" disabled={send.isPending} onClick={then.onBack}>
              {text.back}
            </Button>
          )}
          <Button type="submit" loading={send.isPending}>
            {isCancelling ? text.sendCancel : text.send}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function checkSignature(signature: string): string | null {
  return /^0x[0-9a-f]{130}$/i.test(signature.trim()) ? null : text.errors.signature
}
