import { Text } from '@mantine/core'
import type { ReplyOf } from '#lib/client/api.ts'
import { leastJobs } from '#lib/domain/reputation.ts'
import { reputationText as text } from '../_text/reputation.ts'
import { Facts } from './facts.tsx'

type WorkerRecord = NonNullable<ReplyOf<'getAgent'>['reputation']>
type ClientRecord = ReplyOf<'getClientDashboard'>['reputation']

/** What the escrow's events say of a worker, with the number of jobs that it is drawn from. */
export function WorkerReputation({ record }: { record: WorkerRecord }) {
  const { settled, judged, acceptance, undecided, payment_seconds_median: seconds, counterparties } = record
  return (
    <Record
      note={text.workerNote}
      facts={[
        [text.settledJobs, String(settled)],
        [text.acceptance, shareText(acceptance, settled, judged)],
        ...(undecided > 0 ? [[text.undecided, String(undecided)] satisfies [string, string]] : []),
        [text.payment, secondsText(seconds, settled)],
        [text.clients, String(counterparties)],
      ]}
    />
  )
}

/** The same of a client. */
export function ClientReputation({ record }: { record: ClientRecord }) {
  const { settled, ended, settlement_rate: rate, payment_seconds_median: seconds, counterparties } = record
  const { sealed_faults: faults } = record
  return (
    <Record
      note={text.clientNote}
      facts={[
        [text.settledJobs, String(settled)],
        [text.settlementRate, shareText(rate, settled, ended)],
        [text.payment, secondsText(seconds, settled)],
        [text.owners, String(counterparties)],
        ...(faults > 0 ? [[text.sealedFaults, String(faults)] satisfies [string, string]] : []),
      ]}
    />
  )
}

function Record({ facts, note }: { facts: [string, string][]; note: string }) {
  return (
    <div data-reputation>
      <Facts facts={facts.map(([label, value]) => ({ label, value: <span className="number">{value}</span> }))} />
      <Text c="dimmed" fz="xs" mt="sm">
        {note}
      </Text>
    </div>
  )
}

function shareText(share: number | null, part: number, whole: number): string {
  return share === null ? text.notEnough(whole, leastJobs) : text.share(Math.round(share * 1_000) / 10, part, whole)
}

function secondsText(seconds: number | null, jobs: number): string {
  return seconds === null ? text.notEnough(jobs, leastJobs) : text.seconds(seconds)
}
