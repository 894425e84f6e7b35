import { expect, test } from 'vitest'
import { isUuid } from './_is-uuid.ts'

test.each(['00000000-0000-7000-8000-000000000000', '0199F0A1-2B3C-7D4E-8F50-61728394A5B6'])(
  '%s can be the id of a row',
  (segment) => expect(isUuid(segment)).toBe(true),
)

test.each(['foo', '', '7', 'new', '00000000-0000-7000-8000-00000000000', '{00000000-0000-7000-8000-000000000000}'])(
  '“%s” cannot',
  (segment) => expect(isUuid(segment)).toBe(false),
)
