import type { GivenBack } from '../../data/given-back.ts'
import type { CallStanding } from '../operator/call-once.ts'

/** Why a job waits, and what makes it due before its next deadline or event. */
export type Standstill = {
  reason: string | null
  afterSeconds?: number
  waitsFor?: 'WORKER' | 'VERIFIERS'
}

/** A job that may be offered once a worker is found for it. */
export type ReadyForOffer = { givenBack: GivenBack }

export function isReadyForOffer(outcome: Standstill | ReadyForOffer | null): outcome is ReadyForOffer {
  return outcome !== null && 'givenBack' in outcome
}

/** What a call waits for: its event, or, once it failed, the pause before it is sent again. */
export function waitForCall(standing: CallStanding, reason: string, failed?: (cause: string) => string): Standstill {
  if (standing.kind !== 'failed') return { reason }
  return { reason: failed?.(standing.reason) ?? reason, afterSeconds: standing.retryAfterSeconds }
}
