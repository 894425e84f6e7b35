import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { FileChange } from '#lib/domain/result.ts'
import { reporterOf } from '#lib/domain/test-reporter.ts'
import type { Isolation } from '../../isolation/isolation.ts'
import { makeRepository } from '../../testing/repository.ts'
import { agent, escrow, type TestCommand, verificationTask, written } from '../../testing/verification-task.ts'
import { type Finding, verify } from '../verify.ts'
import type { Sample } from './sample.ts'

/** What a client protects when it is asked: tests and the manifest. */
const isClients = (path: string) => path.startsWith('test') || path === 'package.json'

/** Where this project and its packages lie, for samples whose runner is one of them. */
const project = resolve(import.meta.dirname, '../../..')

/**
 * `ownMs`: how long the runs take that the commands ask for, one after the other. `extraMs`: how much longer the verifier
 * takes, all that it does beside these runs included.
 */
export type Judged = Finding & { ownMs: number; extraMs: number }

/** Judges a result of the corpus as the verifier judges any other: real trees, real runs. */
export async function judgeSample(sample: Sample, isolation: Isolation): Promise<Judged> {
  const repository = makeRepository(sample.base)
  const folder = mkdtempSync(join(tmpdir(), 'corpus-'))
  const changes = Object.entries(sample.changes).map(
    ([path, text]): FileChange => (text === null ? { path, deleted: true } : written(path, text)),
  )
  const { seconds = 300 } = sample
  const task = verificationTask(repository, {
    changes,
    tree: repository.treeWith(sample.changes),
    commands: [commandOf(sample)],
    protectedPaths: sample.protectedPaths ?? Object.keys(sample.base).filter(isClients),
    seconds,
    ...(sample.acceptance && { acceptance: sample.acceptance }),
  })
  let startedAt = 0
  const times: number[] = []
  const end = Date.now() + seconds * 1_000
  try {
    const finding = await verify({
      task,
      isolation: timed(sample.runner === 'vitest' ? withPackages(isolation) : isolation, times),
      own: { chainId: 31337, escrow, agent },
      protocols: 'file',
      scratch: (name) => join(folder, name),
      remainingMs: () => end - Date.now(),
      report: (progress) => {
        if (progress.startsWith('running')) startedAt ||= performance.now()
      },
      signal: new AbortController().signal,
    })
    const tookMs = performance.now() - startedAt
    const asked = finding.evidence.commands.flatMap(({ base, result, rerun }) => [base, result, rerun]).filter(Boolean)
    const ownMs = times.slice(0, asked.length).reduce((sum, ms) => sum + ms, 0)
    return { ...finding, ownMs, extraMs: tookMs - ownMs }
  } finally {
    repository.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** As a draft has it: with the report that is recognised, unless the sample says otherwise. */
function commandOf({ argv, base, expect = 'fails_then_passes', report, expected }: Sample): TestCommand {
  const manifest = base['package.json']
  const { scripts = {} }: { scripts?: Record<string, string> } =
    typeof manifest === 'string' ? JSON.parse(manifest) : {}
  const kind = report ?? reporterOf(argv, scripts)?.kind ?? 'none'
  return { name: 'tests', argv, expect, report: kind, ...(expected && { expected_tests: expected }) }
}

/** Notes how long each run takes, in the order in which they begin. */
function timed(isolation: Isolation, times: number[]): Isolation {
  let started = 0
  return {
    ...isolation,
    run: async (job) => {
      const at = started++
      const start = performance.now()
      const outcome = await isolation.run(job)
      times[at] = performance.now() - start
      return outcome
    },
  }
}

/** The samples' link `node_modules` leads to this project's packages. */
function withPackages(isolation: Isolation): Isolation {
  return { ...isolation, run: (job) => isolation.run({ ...job, tools: project }) }
}
