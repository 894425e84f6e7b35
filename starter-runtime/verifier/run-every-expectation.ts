import { randomBytes } from 'node:crypto'
import { catchExpectations } from '#lib/domain/caught-expectations.ts'
import { type Expectation, everyExpectation, expectationsOf } from '#lib/domain/expectations.ts'
import { isGenerous } from '#lib/domain/generous-subjects.ts'
import type { TestFile } from '#lib/domain/test-file.ts'
import type { ControlFinding } from './controls.ts'
import type { Run } from './judge.ts'
import { expectationName, withAnother } from './run-expectations.ts'
import { runWith, type Trial } from './trial.ts'

const maxAsked = 150

type Asked = { file: TestFile; expectation: Expectation }

/**
 * Holds every assertion against another value, all in one run, and those that were content with it against a third one in
 * a second run. An assertion of equality that is content twice is proof against the result, unless the client's test itself
 * says that what it looks at is equal to several values. One that leaves the comparison to the result's code is none. One
 * of a part, such as the 2 of `0 * 2`, says nothing.
 */
export async function runEveryExpectation(trial: Trial, files: readonly TestFile[]): Promise<ControlFinding[]> {
  const { held } = await heldIn(trial, askedIn(trial, files))
  if (held.length === 0) return []
  const { found, run } = await heldAgain(trial, held)
  return found.map((one) => {
    const { file, expectation } = one
    const isProof = expectation.isSure && !isGenerous(file, expectation, expectationsOf(file, trial.random))
    const name = expectationName(expectation)
    return {
      kind: 'expectation',
      file: file.path,
      name,
      run: run ?? null,
      ...(isProof ? { outcome: 'passed', reason: null } : { outcome: 'not_run', reason: 'ineffective' }),
    }
  })
}

function askedIn({ random }: Trial, files: readonly TestFile[]): Asked[] {
  return files
    .flatMap((file) => everyExpectation(file, random).map((expectation) => ({ file, expectation })))
    .filter(({ expectation: { assertion, value, isPart } }) => assertion.start !== value.start && !isPart)
    .slice(0, maxAsked)
}

const maxOthers = 3

/** Whether an assertion of equality is content with one of a few values that are not expected. */
export async function acceptsOthers(trial: Trial, files: readonly TestFile[]): Promise<boolean> {
  for (let turn = 0; turn < maxOthers; turn += 1) {
    const asked = askedIn(trial, files).filter(({ expectation }) => expectation.isSure)
    if ((await heldIn(trial, asked)).held.length > 0) return true
  }
  return false
}

const maxAgain = 2

/** Those that are content with a third value, or with a fourth. */
async function heldAgain(trial: Trial, held: readonly Asked[]): Promise<{ found: Asked[]; run: Run | undefined }> {
  const found: Asked[] = []
  let last: Run | undefined
  for (let turn = 0; turn < maxAgain && found.length === 0; turn += 1) {
    const again = await heldIn(
      trial,
      held.flatMap((one) => withAnother(trial, one) ?? []),
    )
    found.push(...again.held)
    last = again.run
  }
  return { found, run: last }
}

async function heldIn(trial: Trial, asked: readonly Asked[]): Promise<{ held: Asked[]; run: Run | undefined }> {
  if (asked.length === 0) return { held: [], run: undefined }
  const marked = asked.map((one) => ({ ...one, marker: randomBytes(12).toString('hex') }))
  const texts = [...Map.groupBy(marked, ({ file }) => file)].map(([file, ones]) => ({
    path: file.path,
    text: catchExpectations(file, ones),
  }))
  const markers = marked.map(({ marker }) => marker)
  const run = await runWith(trial, 'result', texts, markers)
  if (!run || run.stoppedBy) return { held: [], run }
  const seen = new Set(run.seen)
  return { held: marked.filter(({ marker }) => seen.has(marker)), run }
}
