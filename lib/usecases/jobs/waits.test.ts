import { describe, expect, test } from 'vitest'
import type { JobState } from '../../domain/job.ts'
import { type WaitFacts, waitsOf } from './waits.ts'

const onChain = (state: JobState, more: object = {}) =>
  ({
    state,
    attempt: 1,
    openUntil: 1_000n,
    workBy: 2_000n,
    releaseAt: 0n,
    hasObjected: false,
    seatBy: 3_000n,
    verifyBy: 0n,
    ...more,
  }) as WaitFacts['onChain']

const facts = (more: object): WaitFacts =>
  ({
    snapshot: { verifiers: 3, quorum: 2, reward: 3_000_000n, silenceShareBps: 5_000 },
    last: undefined,
    hasResult: false,
    panel: [],
    grace: 60n,
    ...more,
  }) as never

const brief = (wanted: WaitFacts) => waitsOf(wanted).map(({ who, until }) => [who, until])

describe('every state that waits names who, until when, and what follows', () => {
  const seat = (place: number, verdict: string | null) => ({
    seat: place,
    state: verdict ? 'ANSWERED' : 'SEATED',
    verdict,
  })
  const offered = { state: 'OFFERED', offerExpiresAt: new Date(500_000) }
  const cases: [string, WaitFacts, [string, bigint | null][]][] = [
    ['an open job, for a worker', facts({ onChain: onChain('OPEN') }), [['service', 1_000n]]],
    ['an offered job, for the answer', facts({ onChain: onChain('OPEN'), last: offered }), [['worker', 500n]]],
    [
      'an accepted job, for the chain',
      facts({ onChain: onChain('OPEN'), last: { state: 'ACCEPTED' } }),
      [['service', 1_000n]],
    ],
    ['an assigned job, for the result', facts({ onChain: onChain('ASSIGNED') }), [['worker', 2_000n]]],
    [
      'a delivered result, for its submission',
      facts({ onChain: onChain('ASSIGNED'), hasResult: true }),
      [['service', 2_000n]],
    ],
    [
      'an announced end, for the objection first',
      facts({ onChain: onChain('ASSIGNED', { releaseAt: 700n }) }),
      [
        ['worker', 700n],
        ['worker', 2_000n],
      ],
    ],
    [
      'an objection made, for the result alone',
      facts({ onChain: onChain('ASSIGNED', { releaseAt: 700n, hasObjected: true }) }),
      [['worker', 2_000n]],
    ],
    ['a submitted result, for its panel', facts({ onChain: onChain('SUBMITTED') }), [['service', 3_000n]]],
    [
      'a panel, for its verdicts',
      facts({
        onChain: onChain('SUBMITTED', { verifyBy: 4_000n }),
        panel: [seat(0, 'PASS'), seat(1, null), seat(2, null)],
      }),
      [['verifiers', 4_000n]],
    ],
    [
      'decided verdicts, for the chain, to the end of the grace',
      facts({
        onChain: onChain('SUBMITTED', { verifyBy: 4_000n }),
        panel: [seat(0, 'PASS'), seat(1, 'PASS'), seat(2, null)],
      }),
      [['service', 4_060n]],
    ],
    ['a rejected job, for its refund', facts({ onChain: onChain('REJECTED') }), [['client', null]]],
  ]
  test.each(cases)('%s', (_, wanted, expected) => {
    expect(brief(wanted)).toEqual(expected)
    for (const { what, afterwards } of waitsOf(wanted)) expect([what, afterwards].join(' ')).toMatch(/\w.*\. \w.*\./)
  })
})

test.each<JobState>(['SETTLED', 'CANCELLED', 'REFUNDED', 'LAPSED'])('a job that is %s waits for nothing', (state) => {
  expect(waitsOf(facts({ onChain: onChain(state) }))).toEqual([])
})
