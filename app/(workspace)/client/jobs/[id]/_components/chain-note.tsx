import { Alert, Text } from '@mantine/core'
import { MoneyText } from '#app/_components/money-text.tsx'
import { jobText as text } from '#app/_text/jobs.ts'
import { stateText } from '#app/_text/records.ts'
import type { Job } from './job.ts'

/** Says when the newest block and what is final here are not the same, or when the chain cannot be asked. */
export function ChainNote({ job }: { job: Job }) {
  const { on_chain: onChain, state } = job
  if (!onChain) {
    return (
      <Alert color="yellow" role="status" title={text.chainUnreadTitle} data-chain="unread">
        {text.chainUnread}
      </Alert>
    )
  }
  if (onChain.state === state) return null
  return (
    <Alert color="blue" role="status" data-chain="ahead">
      <Text>{text.chainAhead(stateText[onChain.state] ?? onChain.state)}</Text>
      <Text c="dimmed">
        {text.chainHolds} <MoneyText money={onChain.held} />.
      </Text>
    </Alert>
  )
}
