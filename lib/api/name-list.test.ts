import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinNames, splitNames } from './name-list.ts'

test('names are separated by commas, and one may hold an escaped comma or backslash', () => {
  expect(splitNames('bug,good first issue')).toEqual(['bug', 'good first issue'])
  expect(splitNames('a\\,b,c\\\\,d')).toEqual(['a,b', 'c\\', 'd'])
  expect(splitNames(',,bug,')).toEqual(['bug'])
  expect(splitNames('C:\\temp\\')).toEqual(['C:temp\\'])
})

test('every list of names is read as it was written', () => {
  const names = fc.array(fc.string({ minLength: 1, unit: 'binary' }))
  fc.assert(
    fc.property(names, (list) => {
      expect(splitNames(joinNames(list))).toEqual(list)
    }),
  )
})
