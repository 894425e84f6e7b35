import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { seriesLength } from '#lib/domain/exam.ts'
import { qualificationFiles } from '#lib/domain/qualification-files.ts'
import { isDeletion } from '#lib/domain/result.ts'
import { buildCalibration, type Calibration } from '#lib/usecases/provisioning/build-calibration.ts'
import { commit } from '#starter-runtime/commitment.ts'
import { findIsolation } from '#starter-runtime/isolation/find-isolation.ts'
import { noIsolation } from '#starter-runtime/isolation/no-isolation.ts'
import { makeRepository, type TestRepository } from '#starter-runtime/testing/repository.ts'
import { verify } from '#starter-runtime/verifier/verify.ts'

const chain = { chainId: 31_337, escrow: `0x${'e5'.repeat(20)}` } as const
const address = `0x${'a9'.repeat(20)}` as const

const sourceOf = ({ changes: [change] }: Calibration) =>
  change && !isDeletion(change) ? Buffer.from(change.content, 'base64').toString() : ''

function series(repository: { cloneUrl: string; commit: string }) {
  const made: ReturnType<typeof buildCalibration>[] = []
  for (let number = 0; number < seriesLength.CALIBRATION; number += 1)
    made.push(
      buildCalibration(
        { chain },
        { address },
        repository,
        made.map(({ expected }) => expected),
      ),
    )
  return made
}

test('every series has a result that ends early, one that skips a test, a sealed file, and more than one verdict', () => {
  for (let round = 0; round < 300; round += 1) {
    const made = series({ cloneUrl: 'file:///x', commit: 'c'.repeat(40) })
    const exits = made.filter(({ calibration }) => /process/.test(sourceOf(calibration)))
    expect(exits.length).toBeGreaterThan(0)
    const skips = made.filter(({ calibration }) => /skip/.test(sourceOf(calibration)))
    expect(skips.length).toBeGreaterThan(0)
    expect(new Set([...exits, ...skips].map(({ expected }) => expected))).toEqual(new Set(['FAIL']))
    expect(new Set(made.map(({ expected }) => expected)).size).toBeGreaterThan(1)
    expect(made.some(({ calibration }) => calibration.task.sealed_files)).toBe(true)
  }
})

test('the starter runtime gives each kind of calibration the verdict that is wanted, as the table says', async () => {
  const repository = makeRepository(Object.fromEntries(qualificationFiles.map(({ path, content }) => [path, content])))
  const kinds = new Map<string, ReturnType<typeof buildCalibration>>()
  for (let round = 0; round < 6_000 && kinds.size < 16; round += 1)
    for (const made of series({ cloneUrl: repository.url, commit: repository.commit }))
      kinds.set(`${made.expected} ${made.calibration.policy.version} ${sourceOf(made.calibration)}`, made)
  expect(kinds.size).toBe(16)
  try {
    for (const { calibration, expected } of kinds.values())
      expect(await judge(repository, calibration), sourceOf(calibration)).toBe(expected)
  } finally {
    repository.remove()
  }
})

async function judge(
  repository: TestRepository,
  { changes, task, policy, result, sealedFiles = [] }: Calibration,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'calibrations-'))
  const source = sourceOf({ changes, task, policy, result, cloneUrl: '' })
  const tree_id = repository.treeWith({ 'src/median.js': source })
  try {
    const finding = await verify({
      task: {
        verification_id: '019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b10',
        onchain_job_id: '0',
        attempt: 0,
        agent: address,
        worker: address,
        tree_id,
        changes,
        repository: { id: 0, clone_url: repository.url, token: null, base_commit: repository.commit },
        task_document: { ...task },
        policy_document: { ...policy },
        task_commitment: commit(task),
        policy_commitment: commit(policy),
        result_commitment: commit({ ...result, tree_id }),
        sealed_files: sealedFiles,
        verify_by: new Date(Date.now() + 600_000).toISOString(),
      },
      own: { ...chain, agent: address },
      scratch: (name) => join(folder, name),
      isolation: (await findIsolation()) ?? noIsolation,
      protocols: 'file',
      remainingMs: () => 300_000,
      report: () => undefined,
      signal: new AbortController().signal,
    })
    return finding.verdict
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
