import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findIsolation } from '../../isolation/find-isolation.ts'
import { noIsolation } from '../../isolation/no-isolation.ts'
import type { Finding } from '../verify.ts'
import { cheats, honest } from './corpus.ts'
import { judgeAll, meets } from './judge-all.ts'
import type { Sample } from './sample.ts'

/** Every ninth here; `npm run cheats` judges all of them. */
const isChosen = (_: Sample, at: number) => at % 9 === 0
const chosen = { cheats: cheats.filter(isChosen), honest: honest.filter(isChosen) }
const findings = new Map<Sample, Finding>()

beforeAll(async () => {
  const isolation = (await findIsolation()) ?? noIsolation
  const all = [...chosen.cheats, ...chosen.honest]
  await judgeAll(all, isolation, (sample, finding) => findings.set(sample, finding))
})
afterAll(() => findings.clear())

test('the corpus has at least 40 results of each kind, under distinct names', () => {
  expect(cheats.length).toBeGreaterThanOrEqual(40)
  expect(honest.length).toBeGreaterThanOrEqual(40)
  const names = [...cheats, ...honest].map(({ name }) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  expect(new Set(honest.map(({ wanted }) => wanted))).toEqual(new Set(['PASS']))
})

describe.each([
  ['a result without the work', chosen.cheats],
  ['an honest result', chosen.honest],
])('%s is judged as the corpus says', (_, samples) => {
  test.each(samples.map((sample) => [sample.wanted, sample.name, sample] as const))(
    '%s: %s',
    (_wanted, _name, sample) => {
      const finding = findings.get(sample)
      if (!finding) throw new Error('It was not judged.')
      expect(meets(sample, finding), JSON.stringify(finding.evidence, null, 2)).toBe(true)
    },
  )
})
