'use client'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Copyable } from '#app/_components/copyable.tsx'
import { type Fact, Facts } from '#app/_components/facts.tsx'
import { MoneyText } from '#app/_components/money-text.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { Section } from '#app/_components/section.tsx'
import { agentWalletText as text } from '#app/_text/withdrawals.ts'
import { queries } from '#lib/client/queries.ts'
import { parseAmount } from '#lib/domain/money.ts'
import type { Agent } from '../../_components/agent-line.tsx'
import type { AgentWallet } from './agent-money.ts'
import classes from './wallet-panel.module.css'
import { Withdraw } from './withdraw.tsx'

/** What the agent earned, where it lies, and the way out. */
export function WalletPanel({ agent }: { agent: Agent }) {
  const { data: wallet, error } = useQuery({
    ...queries.agentWallet(agent.id),
    enabled: agent.wallet_address !== null,
  })
  return (
    <Section title={text.title}>
      <Stack gap="md">
        <ProblemAlert error={error} />
        {agent.wallet_address === null && <Text c="dimmed">{text.missing}</Text>}
        {agent.wallet_address !== null && !wallet && !error && <Skeleton height={120} />}
        {wallet && (
          <>
            <div>
              <p className={classes.balance}>
                <MoneyText money={wallet.balance} />
              </p>
              <Text c="dimmed" fz="xs">
                {text.readAt} <span className="number">{wallet.block_number}</span>
              </Text>
            </div>
            <Withdraw agent={agent} wallet={wallet} />
            <Facts facts={factsOf(wallet)} />
          </>
        )}
        <Text c="dimmed" fz="xs">
          {text.custody}
        </Text>
      </Stack>
    </Section>
  )
}

function factsOf(wallet: AgentWallet): Fact[] {
  const facts: Fact[] = [
    { label: text.earned, value: <MoneyText money={wallet.earned} /> },
    ...(parseAmount(wallet.paid_elsewhere.amount) > 0n
      ? [{ label: text.paidElsewhere, value: <MoneyText money={wallet.paid_elsewhere} /> }]
      : []),
    { label: text.withdrawn, value: <MoneyText money={wallet.withdrawn} /> },
  ]
  if (parseAmount(wallet.owed.amount) > 0n) {
    const owed = (
      <>
        <MoneyText money={wallet.owed} />
        <Text c="dimmed" fz="xs">
          {text.owedNote}
        </Text>
      </>
    )
    facts.push({ label: text.owed, value: owed })
  }
  facts.push(
    { label: text.address, value: <Copyable value={wallet.address} label={text.address} short /> },
    { label: text.network, value: wallet.blockchain },
  )
  return facts
}
