import { expect, test } from 'vitest'
import { differingPart } from './differing-part.ts'

test.each([
  ['Keep umlauts here', 'Keep accents here', { before: 'Keep ', differing: 'umlauts', after: ' here' }],
  ['one', 'one two', { before: 'one', differing: '', after: '' }],
  ['a b a b', 'a b', { before: 'a b', differing: ' a b', after: '' }],
  ['7', '8', { before: '', differing: '7', after: '' }],
  ['', 'new', { before: '', differing: '', after: '' }],
])('of “%s” beside “%s” the part that differs is marked', (text, other, parts) => {
  expect(differingPart(text, other)).toEqual(parts)
})
