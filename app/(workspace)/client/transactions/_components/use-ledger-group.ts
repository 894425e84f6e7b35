'use client'
import { useSearchParams } from 'next/navigation'
import { type LedgerGroup, ledgerGroups } from '#lib/domain/ledger.ts'

/** The chosen group lives in the address, so that it survives reload and can be shared. */
export function useLedgerGroup(): { group: LedgerGroup | null; choose: (group: LedgerGroup | null) => void } {
  const query = useSearchParams()
  const group = ledgerGroups.find((name) => name === query.get('group')) ?? null
  const choose = (name: LedgerGroup | null) =>
    window.history.replaceState(null, '', name ? `?group=${name}` : location.pathname)
  return { group, choose }
}
