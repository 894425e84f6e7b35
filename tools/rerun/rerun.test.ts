import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commit } from '#starter-runtime/commitment.ts'
import { makeRepository, type TestRepository } from '#starter-runtime/testing/repository.ts'
import { escrow, verificationTask, written } from '#starter-runtime/testing/verification-task.ts'

const script = resolve(import.meta.dirname, 'main.ts')
const verifier = `0x${'c'.repeat(40)}`

let repository: TestRepository
let folder: string
beforeEach(() => {
  repository = makeRepository({ value: 'bad\n' })
  folder = mkdtempSync(join(tmpdir(), 'rerun-'))
})
afterEach(() => {
  repository.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** A bundle as the service hands it out for a result with this value, and with these recorded verdicts. */
function bundleOf(value: string, outcomes: ('PASS' | 'FAIL')[], more: { sealed?: Record<string, string> } = {}) {
  const task = verificationTask(repository, {
    changes: [written('value', value)],
    tree: repository.treeWith({ value }),
    commands: [{ name: 'check', argv: ['/bin/sh', '-c', 'grep -q good value'], expect: 'fails_then_passes' }],
    protectedPaths: [],
    ...more,
  })
  const { verification_id: _id, agent: _agent, verify_by: _by, repository: from, ...rest } = task
  const evidence = {
    schema: 'jobwright/evidence',
    version: 2,
    base_commit: from.base_commit,
    tree_id: task.tree_id,
    isolation: 'bubblewrap',
    environment: { runtime: 'starter-runtime 9.8.7', system: 'Linux x64' },
    commands: [],
    controls: [],
    marks: [{ code: 'hides_code', text: 'a.js' }],
    code: 'passed',
    reason: 'It does.',
  }
  return {
    schema: 'jobwright/verification-bundle',
    version: 1,
    chain_id: 31337,
    escrow,
    ...rest,
    repository: {
      id: from.id,
      full_name: 'acme/sum',
      private: false,
      base_commit: from.base_commit,
      clone_url: 'file:///nowhere',
    },
    verdicts: outcomes.map((outcome, at) => ({
      agent: at === 0 ? verifier : verifier.replace(/.$/, String(at)),
      outcome,
      evidence,
      evidence_hash: commit(evidence),
    })),
  }
}

function rerun(bundle: object) {
  const file = join(folder, 'bundle.json')
  writeFileSync(file, JSON.stringify(bundle))
  const args = [script, file, '--repository', repository.folder]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return { status, text: stdout + stderr }
}

test('a recorded verdict that is found again here agrees', () => {
  const { status, text } = rerun(bundleOf('good\n', ['PASS', 'PASS']))
  expect(text).toContain('“check” on the base: exit 1')
  expect(text).toContain('“check” on the result: exit 0')
  expect(text).toContain(
    `Recorded: PASS by ${verifier}: passed; marked hides_code; bubblewrap; starter-runtime 9.8.7; Linux x64`,
  )
  expect(text).toContain('The verdicts agree.')
  expect(status).toBe(0)
})

test('a recorded verdict that differs here is reported', () => {
  const { status, text } = rerun(bundleOf('still bad\n', ['PASS', 'FAIL', 'PASS']))
  expect(text).toContain('Here: FAIL (result_fails)')
  expect(text).toContain('2 of 3 recorded verdicts differ.')
  expect(status).toBe(1)
})

test('sealed files of an ended job are opened, laid over, and checked against their hashes', () => {
  const sealed = { 'own.sh': 'exit 0\n' }
  expect(rerun(bundleOf('good\n', ['PASS'], { sealed })).status).toBe(0)
  const other = [{ path: 'own.sh', salt: `0x${'5'.repeat(64)}`, content: 'ZXhpdCAxCg==' }]
  const { status, text } = rerun({ ...bundleOf('good\n', ['PASS'], { sealed }), sealed_files: other })
  expect(text).toContain('Here: CANNOT_RUN (sealed_differs). ')
  expect(status).toBe(2)
})

test.each([
  ['other changes than the committed ones', { changes: [written('value', 'good, too\n')] }, 'not the committed one'],
  ['another policy', { policy_document: { commands: [] } }, 'The policy is not the committed one.'],
])('%s are found out', (_, altered, reason) => {
  const { status, text } = rerun({ ...bundleOf('good\n', ['PASS']), ...altered })
  expect(text).toContain(`Here: CANNOT_RUN (document_differs). `)
  expect(text).toContain(reason)
  expect(status).toBe(2)
})

test('a bundle without a decision agrees with nothing, and one verifier counts once', () => {
  const bundle = bundleOf('good\n', ['PASS'])
  const { status, text } = rerun({ ...bundle, verdicts: [] })
  expect(text).toContain('The bundle has no decision to compare with: 0 verdicts')
  expect(status).toBe(2)
  const twice = rerun({ ...bundle, verdicts: [...bundle.verdicts, ...bundle.verdicts] })
  expect(twice).toMatchObject({ status: 2, text: expect.stringContaining('two verdicts of 0x') })
})

test('evidence that was not signed, and what is no bundle, are refused before anything runs', () => {
  const bundle = bundleOf('good\n', ['PASS'])
  const [verdict] = bundle.verdicts
  const altered = rerun({ ...bundle, verdicts: [{ ...verdict, evidence: { reason: 'It does not.' } }] })
  expect(altered).toMatchObject({ status: 2, text: expect.stringContaining('does not hash to what it signed') })
  expect(rerun({ schema: 'something' })).toMatchObject({
    status: 2,
    text: expect.stringContaining('no verification bundle'),
  })
})
