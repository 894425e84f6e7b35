'use client'
import { Figure } from '#app/_components/figure.tsx'
import { MoneyText } from '#app/_components/money-text.tsx'
import { useClient } from '#app/_providers.tsx'
import { dashboardText } from '#app/_text/workspace.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import { useLatestBlock, useTokenBalance } from '#lib/client/chain/hooks.ts'
import { toMoney } from '#lib/domain/money.ts'

type BalanceFigureProps = { hasWallet: boolean; balance: ReplyOf<'getClientDashboard'>['balance'] }

/** The balance as this browser reads it from the chain, and until then as the service read it. */
export function BalanceFigure({ hasWallet, balance }: BalanceFigureProps) {
  const { config } = useClient()
  const { data: units } = useTokenBalance(config)
  const { data: block } = useLatestBlock()
  const money = units === undefined ? balance : toMoney(units)
  if (!hasWallet) return <Figure label={dashboardText.balance} value="–" note={dashboardText.noWallet} />
  return (
    <Figure
      label={dashboardText.balance}
      value={money ? <MoneyText money={money} /> : '–'}
      note={
        money === null ? (
          dashboardText.balanceUnknown
        ) : units === undefined || block === undefined ? (
          dashboardText.readByService
        ) : (
          <>
            {dashboardText.readAt} <span className="number">{block.toString()}</span>
          </>
        )
      }
    />
  )
}
