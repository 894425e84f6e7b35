import { expect, test } from 'vitest'
import type { Proof } from '../../usecases/proofs/read-proof.ts'
import { toVerdictFacts } from './verdict-facts-reply.ts'

type Verdict = Proof['records']['verdicts'][number]

const agentAddress = `0x${'a'.repeat(40)}` as const
const run = (exit_code: number, output_tail: string) => ({
  exit_code,
  duration_ms: 900,
  output_sha256: 'e'.repeat(64),
  output_tail,
})
const evidence = {
  schema: 'jobwright/evidence',
  version: 2,
  base_commit: 'c'.repeat(40),
  tree_id: 'd'.repeat(40),
  isolation: 'bubblewrap',
  environment: { runtime: 'jobwright-starter 0.1.0', system: 'Linux, Node 24' },
  commands: [
    {
      name: 'npm test',
      expect: 'fails_then_passes',
      base: run(1, 'output of the base'),
      result: run(0, 'a line of the result'),
      rerun: null,
      tests: {
        report: 'tap',
        base: null,
        result: { passed: 2, failed: 0, skipped: 0, todo: 0 },
        expected_from: 'draft',
        expected_count: 2,
        expected: ['cuts', 'joins'],
        missing_count: 0,
        missing: [],
      },
    },
  ],
  controls: [
    {
      command: 'npm test',
      kind: 'throws',
      file: 'test/a.test.js',
      name: 'must fail',
      outcome: 'failed_as_it_should',
      reason: null,
      run: run(1, 'a line of the result'),
    },
  ],
  marks: [{ code: 'ends_process', text: 'src/a.js:3 a line of the result' }],
  code: 'passed',
  reason: 'It passes.',
}
const verdict = (document: object | null) => ({ attempt: 1, seat: 2, agentAddress, evidence: document }) as Verdict

test('a verdict says which tests passed, which controls failed, its marks and environment, and no line of the result', () => {
  const facts = toVerdictFacts([verdict(evidence)], () => true)
  expect(facts).toMatchObject([
    {
      attempt: 1,
      seat: 2,
      agent: agentAddress,
      code: 'passed',
      marks: ['ends_process'],
      isolation: 'bubblewrap',
      environment: evidence.environment,
      controls: { failed: 1, passed: 0, not_run: 0, altered: 0, noticed: 0 },
      commands: [
        {
          base_exit_code: 1,
          result_exit_code: 0,
          output_sha256: 'e'.repeat(64),
          tests: { expected: ['cuts', 'joins'], missing_count: 0 },
        },
      ],
    },
  ])
  expect(JSON.stringify(facts)).not.toMatch(/a line of the result|output of the base/)
})

test('of a result that nobody paid for a verdict says neither a digest nor more than whether a command passed', () => {
  const [command] = evidence.commands
  const failed = { ...evidence, commands: [{ ...command, rerun: run(9, '') }] }
  const [facts] = toVerdictFacts([verdict(failed)], () => false)
  expect(facts?.commands).toMatchObject([{ base_exit_code: 1, result_exit_code: 1, output_sha256: null }])
})

test('a verdict that was published past the service, or is of an unknown form, has no facts', () => {
  expect(toVerdictFacts([verdict(null), verdict({ ...evidence, version: 9 })], () => true)).toEqual([])
})
