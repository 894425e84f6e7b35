import { expect, test } from 'vitest'
import type { SeatRow } from '#lib/data/seats.ts'
import { toFailedAttemptReply } from './failed-attempt-reply.ts'

const run = { exit_code: 1, duration_ms: 40, output_sha256: 'a'.repeat(64), output_tail: 'not ok 1' }
const evidence = {
  schema: 'jobwright/evidence',
  version: 2,
  ...{ base_commit: 'b'.repeat(40), tree_id: 'c'.repeat(40), isolation: 'bubblewrap' },
  commands: [
    { name: 'tests', expect: 'fails_then_passes', base: run, result: { ...run, exit_code: null }, rerun: null },
  ],
  ...{ controls: [], marks: [], code: 'result_fails', reason: 'tests fails on the result.' },
}

/** What the panel of a failed attempt is told as, with that evidence of its one seat. */
function verdictsOf(seat: Partial<SeatRow>, isEvidenceHidden = false) {
  const row = { agentAddress: '0x01', verdict: 'FAIL', evidence, evidenceHash: '0x02', ...seat } as SeatRow
  const attempt = { onchainJobId: 7n, attempt: 2, agentAddress: '0x03' as const, endedAt: new Date(0) }
  return toFailedAttemptReply({ ...attempt, isRejected: true, isEvidenceHidden, verdicts: [row] }).verdicts
}

test('of what a verifier saw, exit codes and digests are told, and no output', () => {
  const { output_sha256, exit_code } = run
  expect(verdictsOf({})).toEqual([
    {
      ...{ agent: '0x01', verdict: 'FAIL', evidence_hash: '0x02', reason: 'tests fails on the result.' },
      commands: [
        { name: 'tests', base: { exit_code, output_sha256 }, result: { exit_code: null, output_sha256 }, rerun: null },
      ],
    },
  ])
})

test('an answer without a vote is told as well, and a seat without an answer is not', () => {
  const [told] = verdictsOf({ verdict: 'CANNOT_RUN', evidenceHash: null, evidence: { schema: 'another' } })
  expect(told).toMatchObject({ verdict: 'CANNOT_RUN', evidence_hash: null, reason: '', commands: [] })
  expect(verdictsOf({ verdict: null })).toEqual([])
})

test('while the evidence is hidden the verdict is all that is told', () => {
  expect(verdictsOf({}, true)).toEqual([
    { agent: '0x01', verdict: 'FAIL', evidence_hash: '0x02', reason: '', commands: [] },
  ])
})
