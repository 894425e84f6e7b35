import type { LedgerGroup } from '#lib/domain/ledger.ts'
import { ButtonLink } from '../../../../_components/button-link.tsx'
import { EmptyState } from '../../../../_components/empty-state.tsx'
import { ledgerText as text } from '../../../../_text/ledger.ts'

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
