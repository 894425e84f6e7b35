import { expect, test } from 'vitest'
import type { JobResultView } from '../../usecases/jobs/read-job-result.ts'
import { toJobResultReply } from './result-reply.ts'

const run = { exit_code: 1, duration_ms: 40, output_sha256: 'a'.repeat(64), output_tail: 'export const secret = 1' }
const evidence = {
  schema: 'jobwright/evidence',
  version: 2,
  base_commit: 'b'.repeat(40),
  tree_id: 'c'.repeat(40),
  isolation: 'bubblewrap',
  commands: [{ name: 'prints it', expect: 'fails_then_passes', base: run, result: run, rerun: run }],
  controls: [
    {
      command: 'prints it',
      kind: 'mutant',
      file: 'secret.js',
      name: 'line 1: secret = 1 → 2',
      outcome: 'failed_as_it_should',
      reason: null,
      run,
    },
  ],
  marks: [{ code: 'ends_process', text: 'secret.js, line 2: process.exit(0)' }],
  code: 'result_fails',
  reason: '“prints it” fails on the result, twice.',
}

function replyOf(isContentReleased: boolean) {
  const result = { onchainJobId: 7n, attempt: 1, commitment: '0x01', document: {}, changes: [], summary: 'secret' }
  const verdicts = [{ agentAddress: '0x02', verdict: 'FAIL', evidence, evidenceHash: '0x03', state: 'RECORDED' }]
  const view = { result: { ...result, createdAt: new Date(0) }, isContentReleased, verdicts }
  return toJobResultReply(view as unknown as JobResultView)
}

test('a command that prints the result shows its client nothing of it before the payment', () => {
  const { verdicts, ...rest } = replyOf(false)
  expect(JSON.stringify({ verdicts, rest })).not.toContain('secret')
  expect(verdicts[0]).toMatchObject({
    outcome: 'FAIL',
    evidence_hash: '0x03',
    evidence: { code: 'result_fails' },
  })
  const ended = { exit_code: 1 }
  expect(verdicts[0]?.evidence).toHaveProperty('commands', [
    {
      name: 'prints it',
      expect: 'fails_then_passes',
      base: { ...run, output_tail: '' },
      result: ended,
      rerun: ended,
    },
  ])
})

test('once the content is released the evidence is whole, as its hash says', () => {
  expect(replyOf(true).verdicts[0]?.evidence).toEqual(evidence)
})
