import { Text } from '@mantine/core'
import { stateText } from '#app/_text/records.ts'
import { transactionsText as text } from '#app/_text/workspace.ts'
import type { Transaction } from '#lib/client/fund-steps.ts'

/** How a transaction ended that did not succeed: why, under which code, and what that means for a new try. */
export function TransactionEnd({ transaction }: { transaction: Transaction }) {
  const { state, failure } = transaction
  const meaning = text.ends[state]
  if (!meaning) return null
  return (
    <div>
      <Text>
        {failure?.detail ?? `${stateText[state]}.`}
        {failure && (
          <Text component="span" c="dimmed" fz="xs" className="mono">
            {' '}
            {failure.code}
          </Text>
        )}
      </Text>
      <Text c="dimmed">{meaning}</Text>
    </div>
  )
}
