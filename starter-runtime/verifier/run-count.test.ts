import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findIsolation } from '../isolation/find-isolation.ts'
import { noIsolation } from '../isolation/no-isolation.ts'
import { judgeSample } from './cheats/judge-sample.ts'
import { fixed, type Sample, scriptSample, slugSample } from './cheats/sample.ts'

const atOnceMax = Math.min(2, availableParallelism())

/** How often the command ran, and with how many altered values of the change. */
async function runsOf(sample: Sample) {
  const isolation = (await findIsolation()) ?? noIsolation
  let [runs, atOnce, most] = [0, 0, 0]
  const { verdict, evidence } = await judgeSample(sample, {
    ...isolation,
    run: async (job) => {
      runs += 1
      atOnce += 1
      most = Math.max(most, atOnce)
      try {
        return await isolation.run(job)
      } finally {
        atOnce -= 1
      }
    },
  })
  expect({ verdict, marks: evidence.marks }, JSON.stringify(evidence, null, 2)).toEqual({ verdict: 'PASS', marks: [] })
  const mutants = (evidence.controls ?? []).filter(({ kind }) => kind === 'mutant').length
  return { others: runs - mutants, most }
}

const inFirst = `import { existsSync } from 'node:fs'\nconst isRight = existsSync('first')
export const slug = (text) => isRight ? text.trim().toLowerCase().replace(/ +/g, '-') : text\n`

test.each([
  ['with a report', slugSample('by the place of the run', inFirst, { wanted: 'never PASS' })],
  ['where the exit code decides', scriptSample('by the place of the run', inFirst, { wanted: 'never PASS' })],
])('%s, a result that passes in its first run alone is never PASS', async (_, sample) => {
  const isolation = (await findIsolation()) ?? noIsolation
  let isFirst = true
  const { verdict, evidence } = await judgeSample(sample, {
    ...isolation,
    run: async (job) => {
      const isResult = readFileSync(join(job.folder, 'src/slug.js'), 'utf8') === inFirst
      if (isResult && isFirst) writeFileSync(join(job.folder, 'first'), '')
      if (isResult) isFirst = false
      return isolation.run(job)
    },
  })
  expect([verdict, evidence.code]).toEqual(['FAIL', 'result_unsteady'])
})

test('with a report, an honest result costs three runs beyond base, result and altered values of the change', async () => {
  expect(await runsOf(slugSample('slugs', fixed, { wanted: 'PASS' }))).toEqual({ others: 5, most: atOnceMax })
})

test('where the exit code decides, it costs six runs more, two of which are the result as it is', async () => {
  expect(await runsOf(scriptSample('slugs', fixed, { wanted: 'PASS' }))).toEqual({ others: 8, most: atOnceMax })
})
