'use client'
import { Anchor, Text } from '@mantine/core'
import Link from 'next/link'
import { Copyable } from '#app/_components/copyable.tsx'
import { OutsideLink } from '#app/_components/outside-link.tsx'
import { useClient } from '#app/_providers.tsx'
import { challengeText } from '#app/_text/challenges.ts'
import { transactionsText } from '#app/_text/workspace.ts'
import type { Transaction } from '#lib/client/fund-steps.ts'

/** Where a transaction can be looked at: its hash, the explorer when the chain has one, and the record kept here. */
export function TransactionEvidence({ transaction }: { transaction: Transaction }) {
  const { explorerUrl } = useClient().config.chain
  const hash = transaction.correlation.transaction_hash
  return (
    <Text component="div" fz="xs" c="dimmed">
      {hash && <Copyable value={hash} label={transactionsText.hash} short />}
      {hash && ' · '}
      {hash && explorerUrl && (
        <>
          <OutsideLink href={`${explorerUrl}/tx/${hash}`}>{challengeText.explorer}</OutsideLink>
          {' · '}
        </>
      )}
      <Anchor component={Link} inherit href={`/client/transactions?open=${transaction.id}`}>
        {challengeText.evidence}
      </Anchor>
    </Text>
  )
}
