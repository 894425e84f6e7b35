import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { controlName } from './control-names.ts'

test('the name of an added test is made of words as the file has them, differs each time and stands nowhere in it', () => {
  const text = "test('spaces become dashes', () => assert.equal(slug('a b'), 'a-b'))\n"
  const names = Array.from({ length: 50 }, () => controlName(text, randomInt))
  expect(new Set(names).size).toBeGreaterThan(10)
  expect(names.join(' ')).toMatch(/spaces|dashes|become/)
  for (const name of names) {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/)
    expect(text).not.toContain(name.replaceAll('_', ' '))
  }
})

test('a name that is taken is not given again', () => {
  const text = 'spaces_become become_spaces'
  expect(controlName(text, () => 0)).not.toBe('spaces_become')
})
