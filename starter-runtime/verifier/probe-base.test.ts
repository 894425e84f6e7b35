import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withReports } from '#lib/domain/command-reports.ts'
import { reportProblem } from '#lib/domain/probe.ts'
import { probeFindings } from '#lib/domain/probe-findings.ts'
import { findIsolation } from '../isolation/find-isolation.ts'
import type { Isolation } from '../isolation/isolation.ts'
import { noIsolation } from '../isolation/no-isolation.ts'
import { makeRepository, type TestRepository } from '../testing/repository.ts'
import { type PlantedSuite, plantedFiles, plantedSuites } from './planted-suites.ts'
import { type ProbeTask, probeBase } from './probe-base.ts'

let repository: TestRepository
let isolation: Isolation
let folder: string

beforeAll(async () => {
  repository = makeRepository(plantedFiles)
  isolation = (await findIsolation()) ?? noIsolation
  folder = mkdtempSync(join(tmpdir(), 'starter-probe-'))
})

afterAll(() => {
  repository.remove()
  rmSync(folder, { recursive: true, force: true })
})

const scripts = JSON.parse(String(plantedFiles['package.json'])).scripts

function probe(name: string, commands: ProbeTask['commands'], forMs: number, more: Partial<ProbeTask> = {}) {
  const task: ProbeTask = {
    probe_id: '00000000-0000-4000-8000-000000000000',
    repository: { id: 7, clone_url: repository.url, token: null, base_commit: repository.commit },
    commands,
    acceptance_files: [],
    likely_paths: [],
    runs: 2,
    mutants: 4,
    answer_by: new Date().toISOString(),
    ...more,
  }
  const scratch = (part: string) => join(folder, name, part)
  const start = Date.now()
  const remainingMs = () => forMs - (Date.now() - start)
  const signal = new AbortController().signal
  return probeBase({ task, scratch, isolation, protocols: 'file', remainingMs, report: () => undefined, signal })
}

function commandOf({ argv, expect }: PlantedSuite) {
  return withReports([{ name: 'tests', argv, expect }], [], scripts)
}

// Each runs its programs in separate processes.
test.concurrent.for(plantedSuites.map((suite, at) => ({ ...suite, at })))(
  '$title: $finding',
  // What is unsteady may happen to be steady.
  { timeout: 90_000, retry: 4 },
  async (suite, { expect }) => {
    const commands = commandOf(suite)
    const isFlaky = suite.finding === 'command_flaky'
    const report = await probe(`planted-${suite.at}`, commands, suite.forMs ?? 60_000, { runs: isFlaky ? 5 : 2 })
    expect(reportProblem(report, commands)).toBeUndefined()
    const terms = { verificationCommands: commands, verificationSeconds: suite.verificationSeconds ?? 600 }
    const findings = probeFindings([report], terms, { isSkipped: false })
    expect({ codes: findings.map(({ code }) => code), report }).toEqual({
      codes: suite.finding === null ? [] : [suite.finding],
      report,
    })
  },
)

test('faults are put where the client says that the work will be, and those not noticed are reported', async () => {
  const files = { 'src/other.js': 'export const other = (a) => a > 1\nexport const more = (b) => b < 2\n' }
  const laid = Object.entries(files).map(([path, text]) => ({ path, content: Buffer.from(text).toString('base64') }))
  const commands = withReports(
    [{ name: 'tests', argv: ['node', '--test', 'test/thorough.test.js'], expect: 'passes' }],
    [],
    scripts,
  )
  const more = { acceptance_files: laid, likely_paths: ['src/other.js', 'src/gone.js'] }
  const {
    commands: [probed],
  } = await probe('likely', commands, 60_000, more)
  expect(probed?.tests).toEqual({ passed: 2, failed: 0, skipped: 0, todo: 0 })
  expect(probed?.mutants).toMatchObject({ tried: 2, caught: 0 })
  expect(probed?.mutants?.survivors).toContainEqual(
    expect.objectContaining({ file: 'src/other.js', line: expect.any(Number), before: expect.stringContaining('=>') }),
  )
})
