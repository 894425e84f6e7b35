import { expect, test } from 'vitest'
import { evidenceIn } from './evidence.ts'

test('evidence of a form that is not known here is not read', () => {
  const document = { schema: 'jobwright/evidence', version: 2 }
  expect(evidenceIn(document)).toBe(document)
  expect(evidenceIn({ ...document, version: 3 })).toBe(undefined)
  expect(evidenceIn({ ...document, schema: 'jobwright/other' })).toBe(undefined)
})
