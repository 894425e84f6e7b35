'use client'
import { Copyable } from '#app/_components/copyable.tsx'
import { OutsideLink } from '#app/_components/outside-link.tsx'
import { useClient } from '#app/_providers.tsx'
import { shorten } from '#app/_shorten.ts'
import { accountsText as text } from '#app/_text/accounts.ts'

/** Leads to the transaction in the explorer; on a chain without one, its hash to copy. */
export function PaymentTransaction({ hash }: { hash: string }) {
  const { explorerUrl } = useClient().config.chain
  if (!explorerUrl) return <Copyable value={hash} label={text.transaction} short />
  return (
    <OutsideLink href={`${explorerUrl}/tx/${hash}`}>
      <span className="mono">{shorten(hash)}</span>
    </OutsideLink>
  )
}
