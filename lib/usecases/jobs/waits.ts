import type { AssignmentRow } from '../../data/assignments.ts'
import type { SnapshotRow } from '../../data/drafts.ts'
import type { SeatRow } from '../../data/seats.ts'
import { amountText, silenceShareOf } from '../../domain/money.ts'
import type { Party } from '../../domain/step.ts'
import type { ChainJob } from '../../ports/chain.ts'
import { tally } from '../dispatch/tally.ts'

/** Something that a job waits for; `until` in seconds of the chain's clock, null for no deadline. */
export type Wait = {
  what: string
  who: Extract<Party, 'client' | 'worker' | 'verifiers' | 'service' | 'chain'>
  until: bigint | null
  afterwards: string
}

export type WaitFacts = {
  onChain: ChainJob
  snapshot: SnapshotRow
  last: AssignmentRow | undefined
  hasResult: boolean
  panel: readonly SeatRow[]
  /** How long signed verdicts are accepted after their window, in seconds. */
  grace: bigint
}

/** What a job waits for now, from whom, until when, and what follows automatically; none once it has ended. */
export function waitsOf(facts: WaitFacts): Wait[] {
  switch (facts.onChain.state) {
    case 'OPEN':
      return [openWait(facts)]
    case 'ASSIGNED':
      return assignedWaits(facts)
    case 'SUBMITTED':
      return [facts.onChain.verifyBy === 0n ? panelWait(facts) : verdictWait(facts)]
    case 'EXPIRED':
    case 'REJECTED':
      return [
        {
          what: 'The return of what the escrow holds.',
          who: 'client',
          until: null,
          afterwards: 'Anyone may start it; the money goes to the client alone.',
        },
      ]
    default:
      return []
  }
}

function openWait({ onChain, last }: WaitFacts): Wait {
  const until = onChain.openUntil
  const afterwards = 'Anyone may return the money to the client; the client may take it back at any time before.'
  if (last?.state === 'ACCEPTED') return { what: 'The assignment on chain.', who: 'service', until, afterwards }
  if (last?.state !== 'OFFERED') return { what: 'A worker who takes the job.', who: 'service', until, afterwards }
  return {
    what: 'The worker’s answer to the offer.',
    who: 'worker',
    until: BigInt(Math.floor(last.offerExpiresAt.getTime() / 1_000)),
    afterwards: 'The offer lapses and another worker is asked.',
  }
}

function assignedWaits({ onChain, hasResult }: WaitFacts): Wait[] {
  const { workBy, releaseAt, hasObjected } = onChain
  const afterwards =
    'Anyone may end the assignment, and the service does; the job is open again or goes back to the client.'
  const work: Wait = hasResult
    ? { what: 'The delivered result on chain.', who: 'service', until: workBy, afterwards }
    : { what: 'The worker’s result.', who: 'worker', until: workBy, afterwards }
  if (releaseAt === 0n || hasObjected) return [work]
  const objection: Wait = {
    what: 'The worker’s objection to the announced end of its assignment.',
    who: 'worker',
    until: releaseAt,
    afterwards: 'Anyone may end the assignment, and the service does.',
  }
  return [objection, work]
}

function panelWait({ onChain, snapshot }: WaitFacts): Wait {
  const afterwards = `The result stays undecided then, and ${lapseText(snapshot)}`
  return { what: 'The panel of verifiers on chain.', who: 'service', until: onChain.seatBy, afterwards }
}

/** How a result ends that no verdict decided on in time. */
function lapseText(snapshot: SnapshotRow): string {
  const share = silenceShareOf(snapshot)
  if (share === 0n) return 'anyone may return the money to the client.'
  return `anyone may end the job: ${amountText(share)} goes to the worker, the rest to the client.`
}

function verdictWait({ onChain, snapshot, panel, grace }: WaitFacts): Wait {
  const { passes, fails, needed, isDecided } = tally(panel, snapshot)
  const refund = lapseText(snapshot)
  if (isDecided)
    return {
      what: 'The deciding verdicts on chain.',
      who: 'service',
      until: onChain.verifyBy + grace,
      afterwards: `Until then anyone who holds the signatures may post them, as the worker’s runtime does; after it ${refund}`,
    }
  return {
    what: `Verdicts: ${passes + fails} of ${snapshot.verifiers} given, ${needed === snapshot.quorum ? needed : 'all'} that agree are needed.`,
    who: 'verifiers',
    until: onChain.verifyBy,
    afterwards: `Signed verdicts may still be posted for ${grace} seconds; after that ${refund}`,
  }
}
