import { Anchor, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { Copyable } from '#app/_components/copyable.tsx'
import { type Fact, Facts } from '#app/_components/facts.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { transactionsText as text } from '#app/_text/workspace.ts'
import type { Transaction } from '#lib/client/fund-steps.ts'
import { queries } from '#lib/client/queries.ts'
import { TransactionEnd } from '../../_components/transaction-end.tsx'
import { TransactionWait } from '../../_components/transaction-wait.tsx'

/** Everything that is known of a call which was prepared for the wallet. */
export function TransactionDetails({ id }: { id: string }) {
  const { data: transaction, error } = useQuery(queries.transaction(id))
  if (!transaction) return error ? <ProblemAlert error={error} /> : <Skeleton height={120} />
  return (
    <Stack gap="md">
      <TransactionWait transaction={transaction} />
      <TransactionEnd transaction={transaction} />
      <Facts facts={factsOf(transaction)} />
    </Stack>
  )
}

function factsOf(transaction: Transaction): Fact[] {
  const { correlation } = transaction
  const facts: (Fact | null)[] = [
    link(text.draft, transaction.draft_id, '/client/drafts/'),
    link(text.job, transaction.onchain_job_id, '/client/jobs/'),
    copyable(text.hash, correlation.transaction_hash),
    correlation.block_number
      ? { label: text.block, value: <span className="number">{correlation.block_number}</span> }
      : null,
    copyable(text.operation, correlation.user_operation_hash),
    copyable(text.challenge, correlation.provider_challenge_id),
    copyable(text.providerTransaction, correlation.provider_transaction_id),
    correlation.provider_state ? { label: text.providerState, value: correlation.provider_state } : null,
    { label: text.action, value: <span className="mono">{correlation.expected_action}</span> },
    copyable(text.contract, correlation.expected_contract),
    copyable(text.calldata, correlation.expected_calldata_hash),
    copyable(text.key, correlation.idempotency_key),
  ]
  return facts.filter((fact) => fact !== null)
}

function copyable(label: string, value: string | null): Fact | null {
  return value ? { label, value: <Copyable value={value} label={label} short /> } : null
}

function link(label: string, id: string | null, root: string): Fact | null {
  if (!id) return null
  const anchor = (
    <Anchor component={Link} href={root + id}>
      {id}
    </Anchor>
  )
  return { label, value: anchor }
}
