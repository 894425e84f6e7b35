import { expect, test } from 'vitest'
import type { SeatRow } from '../../data/seats.ts'
import { toFailedAttemptAccount } from './failed-attempt-reply.ts'

const run = { exit_code: 1, duration_ms: 40, output_sha256: 'a'.repeat(64), output_tail: 'not ok 1' }
const evidence = {
  schema: 'jobwright/evidence',
  version: 2,
  base_commit: 'b'.repeat(40),
  tree_id: 'c'.repeat(40),
  isolation: 'bubblewrap',
  commands: [
    { name: 'tests', expect: 'fails_then_passes', base: run, result: { ...run, exit_code: null }, rerun: null },
  ],
  controls: [],
  marks: [],
  code: 'result_fails',
  reason: 'tests fails on the result.',
}

const after = { fees: 300_000n, attemptsLeft: 1, held: 3_600_000n, isJobEnded: false }

/** A failed attempt with one seat of that evidence. */
function replyOf(seat: Partial<SeatRow>, change: object = {}, reader: 'owner' | 'another' = 'owner') {
  const row = { agentAddress: '0x01', verdict: 'FAIL', evidence, evidenceHash: '0x02', ...seat } as SeatRow
  const attempt = { onchainJobId: 7n, attempt: 2, agentAddress: '0x03' as const, endedAt: new Date(0), ...after }
  const failedAttempt = { ...attempt, isRejected: true, isEvidenceHidden: false, verdicts: [row], ...change }
  return toFailedAttemptAccount(failedAttempt, reader)
}

/** The verdicts of its panel in the reply. */
function verdictsOf(seat: Partial<SeatRow>, isEvidenceHidden = false) {
  return replyOf(seat, { isEvidenceHidden }).verdicts
}

test('of what a verifier saw, exit codes and digests are shown, and no output', () => {
  const { output_sha256, exit_code } = run
  expect(verdictsOf({})).toEqual([
    {
      agent: '0x01',
      verdict: 'FAIL',
      evidence_hash: '0x02',
      reason: 'tests fails on the result.',
      commands: [
        { name: 'tests', base: { exit_code, output_sha256 }, result: { exit_code: null, output_sha256 }, rerun: null },
      ],
    },
  ])
})

test('all but the owner of its worker see of a run on the result only whether it passed', () => {
  const nine = { ...run, exit_code: 9 }
  const [command] = evidence.commands
  const [verdict] = replyOf(
    { evidence: { ...evidence, commands: [{ ...command, rerun: nine }] } },
    {},
    'another',
  ).verdicts
  const { exit_code, output_sha256 } = run
  expect(verdict?.commands).toEqual([
    {
      name: 'tests',
      base: { exit_code, output_sha256 },
      result: { exit_code: null, output_sha256: '' },
      rerun: { exit_code: 1, output_sha256: '' },
    },
  ])
})

test('an answer without a vote is shown as well, and a seat without an answer is not', () => {
  const [verdict] = verdictsOf({ verdict: 'CANNOT_RUN', evidenceHash: null, evidence: { schema: 'another' } })
  expect(verdict).toMatchObject({ verdict: 'CANNOT_RUN', evidence_hash: null, reason: '', commands: [] })
  expect(verdictsOf({ verdict: null })).toEqual([])
})

test('while the evidence is hidden only the verdict is shown', () => {
  expect(verdictsOf({}, true)).toEqual([
    { agent: '0x01', verdict: 'FAIL', evidence_hash: '0x02', reason: '', commands: [] },
  ])
})

const tests = {
  report: 'tap',
  base: null,
  result: null,
  expected_from: 'draft',
  expected_count: 2,
  expected: ['rounds', 'cuts'],
  missing_count: 1,
  missing: ['rounds'],
}

test('a rejection names the command, the test, the cost, what is left and what follows', () => {
  const named = { ...evidence, commands: [{ ...evidence.commands[0], tests }] }
  const { failed_commands, cost, remaining, next_steps } = replyOf({ evidence: named })
  expect(failed_commands).toEqual([{ name: 'tests', missing_count: 1, missing: ['rounds'] }])
  expect([cost.amount, remaining.attempts, remaining.held.amount]).toEqual(['0.300000', 1, '3.600000'])
  expect(next_steps.map(({ code, who }) => [code, who])).toEqual([
    ['await_attempt', 'service'],
    ['run_commands', 'agent_owner'],
  ])
})

test('commands that failed are named in the order of the policy, each once', () => {
  const named = (name: string) => ({ ...evidence.commands[0], name })
  const seen = { ...evidence, commands: ['c', 'a', 'b'].map(named) }
  const verdicts = [seen, seen].map(
    (one) => ({ agentAddress: '0x01', verdict: 'FAIL', evidence: one }) as unknown as SeatRow,
  )
  expect(replyOf({}, { verdicts }).failed_commands.map(({ name }) => name)).toEqual(['c', 'a', 'b'])
})

test.each([
  ['the last attempt leads to the refund', { isJobEnded: true }, 'claim_refund'],
  ['a job that was refunded needs nothing more', { isJobEnded: true, held: 0n }, 'read_job'],
])('%s', (_, change, code) => {
  const { next_steps, remaining } = replyOf({}, change)
  expect([next_steps[0]?.code, remaining.attempts]).toEqual([code, 0])
})

test('commands that passed, votes that passed and hidden evidence name no failed command', () => {
  const passed = { ...run, exit_code: 0 }
  const fine = { ...evidence, commands: [{ ...evidence.commands[0], result: passed, rerun: passed }] }
  expect(replyOf({ evidence: fine }).failed_commands).toEqual([])
  expect(replyOf({ verdict: 'PASS' }).failed_commands).toEqual([])
  expect(replyOf({}, { isEvidenceHidden: true }).failed_commands).toEqual([])
})

test('the owner of a result that was not decided is not sent to mend it', () => {
  const { next_steps } = replyOf({ verdict: 'INCONCLUSIVE' }, { isRejected: false })
  expect(next_steps.map(({ code }) => code)).toEqual(['await_attempt', 'go_on'])
})
