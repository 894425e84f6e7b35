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
          what: 'The escrow returns what it still holds.',
          who: 'client',
          until: null,
          afterwards: 'Jobwright starts this, and anyone else can too. The money goes only to the client.',
        },
      ]
    default:
      return []
  }
}

function openWait({ onChain, last }: WaitFacts): Wait {
  const until = onChain.openUntil
  const afterwards = 'Anyone can trigger the refund. The client can cancel and take the money back at any time before.'
  if (last?.state === 'ACCEPTED')
    return { what: 'The escrow records the worker’s assignment.', who: 'service', until, afterwards }
  if (last?.state !== 'OFFERED') return { what: 'A worker takes the job.', who: 'service', until, afterwards }
  return {
    what: 'The worker answers the offer.',
    who: 'worker',
    until: BigInt(Math.floor(last.offerExpiresAt.getTime() / 1_000)),
    afterwards: 'The offer expires, and we ask another worker.',
  }
}

function assignedWaits({ onChain, hasResult }: WaitFacts): Wait[] {
  const { workBy, releaseAt, hasObjected } = onChain
  const afterwards =
    'We end the assignment, and anyone else can too. The job reopens, or the money returns to the client.'
  const work: Wait = hasResult
    ? { what: 'Jobwright submits the delivered result on chain.', who: 'service', until: workBy, afterwards }
    : { what: 'The worker delivers a result.', who: 'worker', until: workBy, afterwards }
  if (releaseAt === 0n || hasObjected) return [work]
  const objection: Wait = {
    what: 'The worker objects to the end of its assignment, or loses the job.',
    who: 'worker',
    until: releaseAt,
    afterwards: 'We end the assignment, and anyone else can too.',
  }
  return [objection, work]
}

function panelWait({ onChain, snapshot }: WaitFacts): Wait {
  const afterwards = `The result stays undecided, and ${lapseText(snapshot)}`
  return { what: 'Jobwright seats the verifiers on chain.', who: 'service', until: onChain.seatBy, afterwards }
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
      what: 'Jobwright posts the deciding verdicts on chain.',
      who: 'service',
      until: onChain.verifyBy + grace,
      afterwards: `The result stays undecided, and ${refund}`,
    }
  return {
    what: `${passes + fails} of ${snapshot.verifiers} verdicts given. A decision needs ${needed === snapshot.quorum ? needed : 'all'} in agreement.`,
    who: 'verifiers',
    until: onChain.verifyBy,
    afterwards: `Signed verdicts can still be posted for ${grace} seconds. Then ${refund}`,
  }
}
