'use client'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { focusFirst } from '#app/_components/focus-field.ts'
import { MoneyText } from '#app/_components/money-text.tsx'
import { RecentSignIn } from '#app/_components/sign-in-again.tsx'
import { withdrawText as text } from '#app/_text/withdrawals.ts'
import { useKeptForm } from '#app/(workspace)/_components/kept-dialog.ts'
import type { WithdrawalRequest } from '#lib/client/withdraw.ts'
import { currency, parseAmount } from '#lib/domain/money.ts'
import type { AgentWallet } from './agent-money.ts'
import { checkReceiver } from './check-receiver.ts'

type WithdrawFormProps = {
  /** What its input is kept under until it is sent. */
  keptAs: string
  wallet: AgentWallet
  request: WithdrawalRequest | undefined
  onAccept: (amount: string, destination: string) => void
}

/** How much and where to. */
export function WithdrawForm({ keptAs, wallet, request, onAccept }: WithdrawFormProps) {
  const form = useForm({
    initialValues: { amount: request?.amount ?? '', destination: request?.destination ?? '' },
    validate: {
      amount: (amount) => checkAmount(amount.trim(), wallet.balance.amount),
      destination: (destination) => checkReceiver(destination.trim()),
    },
    validateInputOnBlur: true,
  })
  useKeptForm(keptAs, form)
  return (
    <form
      onSubmit={form.onSubmit(({ amount, destination }) => onAccept(amount.trim(), destination.trim()), focusFirst)}
      noValidate
    >
      <Stack>
        <RecentSignIn />
        <TextInput
          label={text.amount}
          description={
            <>
              {text.available}: <MoneyText money={wallet.balance} />
            </>
          }
          inputMode="decimal"
          autoComplete="off"
          rightSection={<Text c="dimmed">{currency}</Text>}
          rightSectionWidth={64}
          {...form.getInputProps('amount')}
        />
        <div>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => form.setFieldValue('amount', wallet.balance.amount)}
          >
            {text.all}
          </Button>
        </div>
        <TextInput
          label={text.destination}
          description={text.destinationHint}
          placeholder="0x…"
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: 'mono' }}
          {...form.getInputProps('destination')}
        />
        <Group justify="flex-end">
          <Button type="submit">{text.review}</Button>
        </Group>
      </Stack>
    </form>
  )
}

function checkAmount(amount: string, balance: string): string | null {
  const units = unitsOf(amount)
  if (units === undefined || units === 0n) return text.errors.amount
  return units > parseAmount(balance) ? text.errors.tooMuch : null
}

function unitsOf(amount: string): bigint | undefined {
  try {
    return parseAmount(amount)
  } catch {
    return undefined
  }
}
