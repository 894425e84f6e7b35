import { expect, test } from 'vitest'
import { findIsolation } from '../../isolation/find-isolation.ts'
import type { Isolation } from '../../isolation/isolation.ts'
import { noIsolation } from '../../isolation/no-isolation.ts'
import { cheats } from './corpus.ts'
import { judgeSample } from './judge-sample.ts'

/** A machine that becomes busy once the command's own runs are done: each later one takes this much longer than here. */
const ownRuns = 2
const slowerMs = 2_000

test.each([
  'a command that finds the test that calls it',
  'Python: a number that equals every large one, for the hard one',
])('%s is tried with every value on a busy machine too, and never passes unmarked', async (named) => {
  const sample = cheats.find(({ name }) => name === named)
  if (!sample) throw new Error(`the corpus has no ${named}`)
  const { verdict, evidence } = await judgeSample(sample, slow((await findIsolation()) ?? noIsolation))
  const { controls = [], marks = [] } = evidence
  const evidenceText = JSON.stringify(evidence, null, 2)
  expect(controls, evidenceText).not.toEqual([])
  expect(
    controls.filter(({ reason }) => reason === 'no_time'),
    evidenceText,
  ).toEqual([])
  expect(verdict === 'FAIL' || marks.length > 0, evidenceText).toBe(true)
})

function slow(isolation: Isolation): Isolation {
  let runs = 0
  const run: Isolation['run'] = async (job) => {
    runs += 1
    const more = runs > ownRuns ? slowerMs : 0
    const outcome = await isolation.run(job)
    return { ...outcome, durationMs: outcome.durationMs + more }
  }
  return { ...isolation, run }
}
