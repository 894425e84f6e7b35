import { Alert, Text } from '@mantine/core'
import { CountdownText } from '#app/_components/countdown-text.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { fundText } from '#app/_text/drafts.ts'
import type { Transaction } from '#lib/client/fund-steps.ts'

const text = fundText.open

/** Why nothing else can be done with the draft while the wallet may approve, until when, and how to go on now. */
export function OpenChallenge({ transactions }: { transactions: readonly Transaction[] }) {
  const open = transactions.find(({ state }) => state === 'CHALLENGE_ISSUED')
  const until = open?.awaiting?.until
  if (!until) return null
  return (
    <Alert color="blue" role="note" data-open-challenge={open.purpose}>
      <Text>
        {text.frozen} <TimeText at={until} /> <CountdownText at={until} />.
      </Text>
      <Text>{text.goOn}</Text>
    </Alert>
  )
}
