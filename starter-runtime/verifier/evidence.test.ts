import { expect, test } from 'vitest'
import { submitVerificationResultEndpoint } from '#lib/api/verification.ts'
import { isStorable } from '#lib/domain/storable.ts'
import { bareEvidence, type EvidenceFacts, evidenceOf } from './evidence.ts'

/** What a hostile program can make a verifier see: as much as there is room for, in characters that nobody takes. */
function hostile(character: string, commands = 20): EvidenceFacts {
  const text = character.repeat(5_000)
  const run = {
    exitCode: 0,
    stoppedBy: null,
    durationMs: 1,
    outputSha256: '0'.repeat(64),
    outputTail: text,
    lastLine: '',
    seen: [],
  }
  const expected = { from: 'base' as const, whole: Array.from({ length: 50 }, () => text), ends: [] }
  const command = {
    name: text,
    argv: ['true'],
    expect: 'passes' as const,
    report: 'tap' as const,
    expected_tests: [],
  }
  const tests = { kind: 'tap' as const, base: [], result: [], expected, missing: expected.whole }
  return {
    baseCommit: '1'.repeat(40),
    treeId: '2'.repeat(40),
    isolation: 'none',
    judgements: Array.from({ length: commands }, () => ({
      command,
      base: run,
      result: run,
      rerun: run,
      tests,
      code: 'passed' as const,
      reason: '',
    })),
    controls: Array.from({ length: 70 }, () => ({
      command: text,
      kind: 'mutant' as const,
      file: text,
      name: text,
      outcome: 'passed' as const,
      reason: null,
      run,
    })),
    marks: Array.from({ length: 30 }, () => ({ code: 'no_mutant_caught' as const, text })),
    code: 'passed',
    reason: text,
  }
}

const bodyOf = (evidence: object) => ({
  verdict: 'CANNOT_RUN',
  verification_id: '00000000-0000-4000-8000-000000000000',
  evidence,
})

test.each([
  ['NUL', '\0'],
  ['half a pair', '\ud800'],
  ['a control character', '\u001b'],
  ['three bytes', '€'],
  ['an escape', '"'],
  ['a pair', '😀'],
])('whatever a program prints, its verdict is one that the control plane takes: %s', (_, character) => {
  const { body, bodyLimit = 0 } = submitVerificationResultEndpoint
  for (const evidence of [evidenceOf(hostile(character)), bareEvidence(evidenceOf(hostile(character)))]) {
    const sent = bodyOf(evidence)
    expect(body?.safeParse(sent).error).toBeUndefined()
    expect(isStorable(sent)).toBe(true)
    expect(Buffer.byteLength(JSON.stringify(sent))).toBeLessThan(bodyLimit - 10_000)
  }
})

test('evidence without outputs and names holds no word that a program chose', () => {
  const { commands, controls = [], ...rest } = bareEvidence(evidenceOf(hostile('x', 1)))
  const said = controls.map(({ command: _, ...control }) => control)
  expect(JSON.stringify([said, rest]).includes('xxx')).toBe(false)
  const [command] = commands
  expect(command).toMatchObject({ result: { exit_code: 0, output_tail: '' }, tests: { expected: [], missing: [] } })
})
