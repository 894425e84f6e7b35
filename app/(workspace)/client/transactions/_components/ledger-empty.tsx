import { ButtonLink } from '#app/_components/button-link.tsx'
import { EmptyState } from '#app/_components/empty-state.tsx'
import { ledgerText as text } from '#app/_text/ledger.ts'
import type { LedgerGroup } from '#lib/domain/ledger.ts'

type LedgerEmptyProps = { group: LedgerGroup | null; hasWallet: boolean }

export function LedgerEmpty({ group, hasWallet }: LedgerEmptyProps) {
  if (group === 'attention') return <EmptyState icon="check" {...text.empty.attention} />
  const words = hasWallet ? text.empty[group ?? 'all'] : text.empty.wallet
  return (
    <EmptyState icon="transactions" {...words}>
      <ButtonLink href="/client" variant="default">
        {hasWallet ? text.toOverview : text.toWallet}
      </ButtonLink>
    </EmptyState>
  )
}
