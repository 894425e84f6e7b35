'use client'
import { Alert, Button, Group, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FormModal } from '#app/_components/form-modal.tsx'
import { tokenFormText as text, tokenOnceText } from '#app/_text/api-tokens.ts'
import type { useKeptDialog } from '#app/(workspace)/_components/kept-dialog.ts'
import { call } from '#lib/client/api.ts'
import { askOnce } from '#lib/client/request-key.ts'
import { retrying } from '#lib/client/retrying.ts'
import { SecretOnce } from '../../_components/secret-once.tsx'
import { TokenForm, type TokenValues, toBody } from './token-form.tsx'

export const tokenKeptAs = 'api-token'

/** Asks for a token, then shows it, which is nowhere to be read later. */
export function NewToken({ dialog }: { dialog: ReturnType<typeof useKeptDialog> }) {
  const client = useQueryClient()
  const create = useMutation({
    mutationFn: (values: TokenValues) => {
      const body = toBody(values)
      return askOnce(sessionStorage, { name: 'api-token', of: JSON.stringify(body) }, (idempotencyKey) =>
        retrying(() => call('createApiToken', { body, idempotencyKey })),
      )
    },
    onSuccess: dialog.forget,
    // It may have been made by a request whose answer was lost.
    onSettled: () => client.invalidateQueries({ queryKey: ['api-tokens'] }),
  })
  const made = create.data
  const close = () => {
    if (create.isPending) return
    create.reset()
    dialog.close()
  }
  return (
    <FormModal
      opened={dialog.isOpen}
      hasInput={dialog.isRestored && !made}
      onClose={close}
      title={made ? tokenOnceText.title : text.title}
      size="lg"
      {...(made && { closeOnClickOutside: false, closeOnEscape: false, withCloseButton: false })}
    >
      {!made && (
        <TokenForm
          keptAs={tokenKeptAs}
          isPending={create.isPending}
          error={create.error}
          onSubmit={create.mutate}
          onCancel={close}
        />
      )}
      {made &&
        (made.token === null ? (
          <Lost onDone={close} />
        ) : (
          <SecretOnce secret={made.token} words={tokenOnceText} onDone={close} />
        ))}
    </FormModal>
  )
}

/** The first answer never arrived, and no later one has the token. */
function Lost({ onDone }: { onDone: () => void }) {
  return (
    <Stack>
      <Alert color="yellow" title={tokenOnceText.lostTitle}>
        {tokenOnceText.lost}
      </Alert>
      <Group justify="flex-end">
        <Button onClick={onDone}>{tokenOnceText.close}</Button>
      </Group>
    </Stack>
  )
}
