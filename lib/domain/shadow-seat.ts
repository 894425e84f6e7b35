import type { VerdictKind } from './agent.ts'

/** RECORD: the result that the panel judged. BASE: the base commit, offered as a result. */
export type ShadowKind = 'RECORD' | 'BASE'
/** SILENT: there was no answer in time. DISMISSED: its key was replaced before it answered. */
export type ShadowState = 'OPEN' | 'ANSWERED' | 'SILENT' | 'DISMISSED'
/** APART: no verdict either way, which is neither agreement nor a miss. */
export type ShadowOutcome = 'AGREED' | 'MISSED' | 'APART'

/** So many misses, on different jobs, among so many of the newest verdicts cost an agent its qualification. */
export const missesThatCount = 2
export const verdictsThatCount = 5

/** How long after its end a job is used, and a shadow seat kept. The second is longer, so that no owner sees a job twice. */
export const shadowDays = { job: 90, row: 120 } as const

export function shadowOutcome(verdict: VerdictKind, expected: 'PASS' | 'FAIL'): ShadowOutcome {
  if (verdict !== 'PASS' && verdict !== 'FAIL') return 'APART'
  return verdict === expected ? 'AGREED' : 'MISSED'
}

export type ShadowRate = { everySeats: number; everyDays: number }

/**
 * The chance that a verifier gets a shadow seat within a turn of so many seconds. It has no memory, so nothing that a
 * runtime has seen tells when the next one comes. Where it has been spared for `everyDays` it is certain.
 */
export function shadowChance(
  { everySeats, everyDays }: ShadowRate,
  { seats, idleSeconds }: { /** Within `everyDays`. */ seats: number /** Since its last one. */; idleSeconds: number },
  turnSeconds: number,
): number {
  const seconds = everyDays * 86_400
  if (idleSeconds >= seconds) return 1
  return Math.min(1, (turnSeconds / seconds) * Math.max(1, seats / everySeats))
}
