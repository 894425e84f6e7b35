'use client'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { focusFirst } from '#app/_components/focus-field.ts'
import { payeeText as text } from '#app/_text/payee.ts'
import type { AgentPayee } from './agent-money.ts'
import { checkReceiver } from './check-receiver.ts'

type PayeeAddressFormProps = { payee: AgentPayee; onAccept: (address: string) => void }

/** Where earnings are to go. */
export function PayeeAddressForm({ payee, onAccept }: PayeeAddressFormProps) {
  const form = useForm({
    initialValues: { address: '' },
    validate: { address: (address) => checkReceiver(address.trim()) },
    validateInputOnBlur: true,
  })
  return (
    <form onSubmit={form.onSubmit(({ address }) => onAccept(address.trim()), focusFirst)} noValidate>
      <Stack>
        <Text>{text.direct}</Text>
        <TextInput
          label={text.input}
          description={text.inputHint(payee.wallet_address)}
          placeholder="0x…"
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: 'mono' }}
          {...form.getInputProps('address')}
        />
        <Text c="dimmed">{text.loseKey}</Text>
        <Group justify="flex-end">
          <Button type="submit">{text.next}</Button>
        </Group>
      </Stack>
    </form>
  )
}
