import { Badge } from '@mantine/core'
import { stateText } from '../_text/records.ts'

const colours: Record<string, string> = {
  READY: 'blue',
  LOCKED: 'blue',
  FUNDING: 'blue',
  FUNDED: 'teal',
  OPEN: 'blue',
  ASSIGNED: 'blue',
  SUBMITTED: 'blue',
  SETTLED: 'teal',
  CHALLENGE_ISSUED: 'yellow',
  BROADCAST: 'blue',
  CONFIRMING: 'blue',
  CONFIRMED: 'teal',
  REJECTED: 'red',
  EXPIRED: 'orange',
  REQUESTED: 'blue',
  PUBLISHED: 'teal',
  FAILED: 'red',
  MISMATCHED: 'red',
  IN_DOUBT: 'yellow',
  PROVISIONING: 'blue',
  ACTIVE: 'teal',
  PAUSED: 'yellow',
  SUSPENDED: 'red',
  PAIRING: 'blue',
  CONNECTED: 'teal',
  STALE: 'yellow',
  OFFLINE: 'red',
  OFFERED: 'blue',
  ACCEPTED: 'blue',
  PASSED: 'teal',
  SEATED: 'blue',
  ANSWERED: 'blue',
  RECORDED: 'teal',
  PASS: 'teal',
  FAIL: 'red',
}

/** The state of a draft, job, transaction, agent or runtime, in words first. */
export function StateBadge({ state }: { state: string }) {
  return (
    <Badge color={colours[state] ?? 'gray'} data-state={state}>
      {stateText[state] ?? state}
    </Badge>
  )
}
