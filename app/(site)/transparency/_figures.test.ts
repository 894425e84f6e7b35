import { expect, test } from 'vitest'
import { lateShareJobsMin } from '#lib/domain/verifier-figures.ts'
import { paymentFigures } from './_figures.ts'

const late = (late_share: number | null) => paymentFigures({ jobs: 3, median: 0.7, p95: 1.2, late_share }).at(-1)

test('a withheld share says that it is withheld and why, and reads as no number of late payments', () => {
  const [name = '', value] = late(null) ?? []
  expect(name).toContain(`fewer than ${lateShareJobsMin} jobs`)
  expect(value).toBe('Not shown yet')
})

test('a share that is known stands beside what it is a share of', () => {
  expect(late(0.05)).toEqual(['Took longer than two minutes', '5.0 %'])
})
