'use client'
import { Stack, Text } from '@mantine/core'
import { Copyable } from '#app/_components/copyable.tsx'
import { type Fact, Facts } from '#app/_components/facts.tsx'
import { MoneyText } from '#app/_components/money-text.tsx'
import { walletCallText as text } from '#app/_text/challenges.ts'
import { selectors, type WalletFunction } from '#lib/client/wallet-call.ts'
import type { Money } from '#lib/domain/money.ts'
import classes from './wallet-call.module.css'

type WalletCallProps = {
  function: WalletFunction
  contract: string
  amount: Money
  /** Arguments that appear in the data as they are, shortened here. */
  hashes?: readonly { label: string; value: string }[]
  facts?: readonly Fact[]
}

/** What to compare with the wallet's window, which may show no more than the contract and the data in hex. */
export function WalletCall({ function: name, contract, amount, hashes = [], facts = [] }: WalletCallProps) {
  return (
    <Stack gap="xs" className={classes.call} data-wallet-call={name}>
      <Text fw={600}>{text.title}</Text>
      <Text c="dimmed" fz="xs">
        {text.text}
      </Text>
      <Facts
        facts={[
          { label: text.contracts[name], value: <Copyable value={contract} label={text.contracts[name]} short /> },
          { label: text.function, value: <span className="mono">{name}</span> },
          { label: text.data, value: <span className="mono">{selectors[name]}</span> },
          ...facts,
          { label: text.amounts[name], value: <MoneyText money={amount} /> },
          ...hashes.map(({ label, value }) => ({ label, value: <Copyable value={value} label={label} short /> })),
        ]}
      />
    </Stack>
  )
}
