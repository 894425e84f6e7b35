'use client'
import { useQueries } from '@tanstack/react-query'
import { Figure } from '#app/_components/figure.tsx'
import { FigureRow } from '#app/_components/figure-row.tsx'
import { MoneyText } from '#app/_components/money-text.tsx'
import { agentsText as text } from '#app/_text/agents.ts'
import { queries } from '#lib/client/queries.ts'
import { type Money, parseAmount, toMoney } from '#lib/domain/money.ts'
import type { Agent } from './agent-line.tsx'

/** Sums over all agents of an owner; says so when a wallet could not be read. */
export function AgentFigures({ agents }: { agents: readonly Agent[] }) {
  const withWallet = agents.filter((agent) => agent.wallet_address !== null)
  const wallets = useQueries({ queries: withWallet.map((agent) => queries.agentSavings(agent.id)) })
  const read = wallets.flatMap(({ data }) => data ?? [])
  const isPartly = wallets.some(({ data, isError }) => isError && !data)
  const isPending = wallets.some(({ data, isError }) => !data && !isError)
  const sum = (pick: (wallet: (typeof read)[number]) => Money) =>
    isPending ? (
      '–'
    ) : (
      <MoneyText money={toMoney(read.reduce((units, one) => units + parseAmount(pick(one).amount), 0n))} />
    )
  const connected = agents.filter((agent) => agent.runtime.state === 'CONNECTED').length
  return (
    <FigureRow>
      <Figure label={text.earned} value={sum((one) => one.earned)} note={isPartly ? text.partly : text.earnedNote} />
      <Figure
        label={text.inWallets}
        value={sum((one) => one.balance)}
        note={isPartly ? text.partly : text.inWalletsNote}
      />
      <Figure
        label={text.connected}
        value={
          <span className="number">
            {connected} {text.of} {agents.length}
          </span>
        }
        note={text.connectedNote}
      />
    </FigureRow>
  )
}
