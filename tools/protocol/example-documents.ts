import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { evidence as evidenceSchema } from '#lib/api/evidence.ts'
import type { PolicyDocument, TaskDocument } from '#lib/domain/document.ts'
import { sealFile } from '#lib/domain/sealed-files.ts'

export const chainId = 31_337
export const escrow = `0x${'e5'.repeat(20)}` as const
export const agent = `0x${'a9'.repeat(20)}` as const
export const agentId = '019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b10'
export const jobId = 7

/** Letters beyond ASCII are part of it, since canonical JSON writes them as they are. */
export const task: TaskDocument = {
  schema: 'jobwright/task',
  version: 1,
  salt: `0x${'5a'.repeat(32)}`,
  repository: { id: 42, full_name: 'acme/slugify-lite', private: false },
  issue: {
    number: 9,
    url: 'https://github.com/acme/slugify-lite/issues/9',
    title: 'Umlauts are lost',
    content_hash: `0x${'c3'.repeat(32)}`,
  },
  base: { branch: 'main', commit: 'c'.repeat(40) },
  title: 'Keep umlauts in slugs',
  instructions: 'Turn “ö” into “oe”, “ä” into “ae” and “ü” into “ue”.\n',
  acceptance_criteria: ['`slugify("Größe")` is `groesse`.'],
  acceptance_files: [
    { path: 'test/umlauts.test.js', content: Buffer.from("import '../src/a.js'\n").toString('base64') },
  ],
}

export const policy: PolicyDocument = {
  schema: 'jobwright/policy',
  version: 1,
  salt: `0x${'a5'.repeat(32)}`,
  chain_id: chainId,
  escrow,
  currency: 'USDC',
  reward: '3.000000',
  verifier_fee: '0.100000',
  verifiers: 3,
  quorum: 2,
  max_attempts: 3,
  work_seconds: 3_600,
  verification_seconds: 3_600,
  commands: [
    { name: 'tests', argv: ['node', '--test', 'test/umlauts.test.js'], expect: 'fails_then_passes' },
    { name: 'syntax', argv: ['node', '--check', 'src/a.js'], expect: 'passes' },
  ],
  protected_paths: ['package.json', 'test', '**/*.test.*'],
  publication: 'on_request',
}

/** The same with the tests of its first command read by name. */
export const policyWithReports: PolicyDocument = {
  ...policy,
  version: 2,
  commands: [
    {
      name: 'tests',
      argv: ['node', '--test', 'test/umlauts.test.js'],
      expect: 'fails_then_passes',
      report: 'tap',
      expected_tests: ['umlauts > “ö” becomes “oe”'],
    },
    { name: 'syntax', argv: ['node', '--check', 'src/a.js'], expect: 'passes' },
  ],
}

/** What a verifier is given for the one sealed file of `taskWithSealed`. */
export const sealed = sealFile(
  { path: 'test/sealed.test.js', content: Buffer.from('// “größe”\n').toString('base64') },
  `0x${'0123456789abcdef'.repeat(4)}`,
  (bytes) => createHash('sha256').update(bytes).digest('hex'),
)

export const taskWithSealed: TaskDocument = { ...task, version: 2, sealed_files: [sealed.sealed] }
export const policyWithSealed: PolicyDocument = { ...policyWithReports, version: 3, sealed_evidence: 'outcome' }

const failed = { exit_code: 1, duration_ms: 412, output_sha256: '1'.repeat(64), output_tail: 'not ok 1\n' }
const passed = { exit_code: 0, duration_ms: 398, output_sha256: '2'.repeat(64), output_tail: 'ok 1\n' }

export const evidence: z.output<typeof evidenceSchema> = {
  schema: 'jobwright/evidence',
  version: 2,
  base_commit: task.base.commit,
  tree_id: 'd'.repeat(40),
  isolation: 'bubblewrap',
  environment: { runtime: 'acme-verifier/2.1.0', system: 'Linux x64, Node 24.21.0, Python 3.11.2' },
  commands: [
    {
      name: 'tests',
      expect: 'fails_then_passes',
      base: failed,
      result: passed,
      rerun: null,
      tests: {
        report: 'tap',
        base: { passed: 0, failed: 1, skipped: 0, todo: 0 },
        result: { passed: 1, failed: 0, skipped: 0, todo: 0 },
        expected_from: 'draft',
        expected_count: 1,
        expected: ['umlauts > “ö” becomes “oe”'],
        missing_count: 0,
        missing: [],
      },
    },
    { name: 'syntax', expect: 'passes', base: null, result: passed, rerun: null },
  ],
  controls: [
    {
      command: 'tests',
      kind: 'throws',
      file: 'test/umlauts.test.js',
      name: 'c0123456789',
      outcome: 'failed_as_it_should',
      reason: null,
      run: failed,
    },
    {
      command: 'tests',
      kind: 'mutant',
      file: 'src/a.js',
      name: 'line 3: return 1 → return 2',
      outcome: 'passed',
      reason: null,
      run: passed,
    },
    {
      command: 'syntax',
      kind: 'throws',
      file: null,
      name: '',
      outcome: 'not_run',
      reason: 'no_test_file',
      run: null,
    },
  ],
  marks: [{ code: 'no_mutant_caught', text: '“tests” still passes with altered values in the change (1 tried).' }],
  code: 'passed',
  reason: 'Every command does what the policy expects.',
}
