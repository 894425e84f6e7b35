import { expect, test } from 'vitest'
import type { SeatRow } from '../../data/seats.ts'
import { toPublicVerdict } from './public-verdict-reply.ts'

const run = { exit_code: 0, duration_ms: 40, output_sha256: 'a'.repeat(64), output_tail: 'what the result printed' }
const evidence = {
  schema: 'jobwright/evidence',
  version: 2,
  base_commit: 'b'.repeat(40),
  tree_id: 'c'.repeat(40),
  isolation: 'bubblewrap',
  environment: { runtime: 'jobwright-starter 1', system: 'Linux' },
  commands: [{ name: 'tests', expect: 'fails_then_passes', base: run, result: run, rerun: run }],
  controls: [
    { command: 'tests', kind: 'throws', file: 'a.test.js', name: 'x', outcome: 'failed_as_it_should', run },
    { command: 'tests', kind: 'mutant', file: 'a.js', name: 'line 1: return 2 → 3', outcome: 'not_run', run: null },
  ].map((control) => ({ reason: null, ...control })),
  marks: [{ code: 'no_mutant_caught', text: 'a.js, line 1: process.exit(0)' }],
  code: 'passed',
  reason: 'All pass.',
}

function publicVerdictOf(document: SeatRow['evidence']) {
  const seat: Partial<SeatRow> = { attempt: 1, agentAddress: '0x01', verdict: 'PASS', evidenceHash: '0x02' }
  return toPublicVerdict({ ...seat, evidence: document } as SeatRow, true)
}

test('visitors see how each run ended, tests, controls, marks and environment, and nothing that was printed or delivered', () => {
  const silent = { ...run, output_tail: '' }
  expect(publicVerdictOf(evidence)).toEqual({
    attempt: 1,
    agent: '0x01',
    outcome: 'PASS',
    evidence_hash: '0x02',
    evidence: {
      ...evidence,
      commands: [{ ...evidence.commands[0], base: silent, result: silent, rerun: silent }],
      controls: [
        { ...evidence.controls[0], run: silent },
        { ...evidence.controls[1], name: '', file: null },
      ],
      marks: [{ code: 'no_mutant_caught', text: '' }],
    },
  })
  expect(JSON.stringify(publicVerdictOf(evidence))).not.toMatch(/printed|line 1/)
})

test('evidence in a form that is not known is not passed on', () => {
  expect(publicVerdictOf({ schema: 'another', secret: 'printed' }).evidence).toBeNull()
  expect(publicVerdictOf(null).evidence).toBeNull()
})
