const head = `import assert from 'node:assert/strict'
import test from 'node:test'
import { slugify } from '../src/slugify.js'
`

const punctuation = `${head}
test('a run of punctuation separates words once', () => {
  assert.equal(slugify('Wait -- what?! Yes'), 'wait-what-yes')
})

test('punctuation at either end leaves no separator', () => {
  assert.equal(slugify('¿Qué pasa?'), 'que-pasa')
  assert.equal(slugify('  spaced out  '), 'spaced-out')
})

test('a title without letters or digits gives the empty slug', () => {
  assert.equal(slugify('?!'), '')
})
`

const maxLength = `${head}
const headline = 'A rather long headline about nothing'

test('a slug that is too long ends after its last whole word', () => {
  assert.equal(slugify(headline, { maxLength: 20 }), 'a-rather-long')
  assert.equal(slugify(headline, { maxLength: 13 }), 'a-rather-long')
  assert.equal(slugify('Two words', { separator: '_', maxLength: 5 }), 'two')
})

test('a slug that fits is left alone', () => {
  assert.equal(slugify(headline, { maxLength: 36 }), 'a-rather-long-headline-about-nothing')
})

test('a first word that is too long alone is cut', () => {
  assert.equal(slugify('Antidisestablishmentarianism', { maxLength: 10 }), 'antidisest')
})
`

const apostrophe = `${head}
test('an apostrophe does not split a word', () => {
  assert.equal(slugify("Don't stop"), 'dont-stop')
  assert.equal(slugify('Rock ’n’ roll'), 'rock-n-roll')
})
`

const letters = `${head}
test('letters with a stroke lose it', () => {
  assert.equal(slugify('Ħamrun'), 'hamrun')
  assert.equal(slugify('muoŧŧá'), 'muotta')
})

test('eng is spelled out', () => {
  assert.equal(slugify('Yuŋ'), 'yung')
})
`

const input = `${head}
test('a number is a title', () => {
  assert.equal(slugify(2026), '2026')
})

test('what is no title is refused by name', () => {
  for (const title of [undefined, null, true, {}, ['a']]) {
    assert.throws(() => slugify(title), TypeError)
  }
})
`

/** The failing tests of acme/slugify-lite: each open issue that has one has the file to itself. */
export const slugifyTests = {
  first: { 'test/punctuation.test.js': punctuation },
  later: {
    'test/max-length.test.js': maxLength,
    'test/apostrophe.test.js': apostrophe,
    'test/letters.test.js': letters,
    'test/input.test.js': input,
  },
}
