const license = `MIT License

Copyright (c) 2025 Acme Tools

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`

const packageJson = `{
  "name": "slugify-lite",
  "version": "1.1.0",
  "description": "Turns titles into URL slugs. No dependencies.",
  "license": "MIT",
  "type": "module",
  "exports": "./src/slugify.js",
  "files": ["src"],
  "scripts": {
    "test": "node --test"
  },
  "engines": {
    "node": ">=20"
  }
}
`

const readme = `# slugify-lite

Turns a title into something you can put into a URL.

\`\`\`js
import { slugify } from 'slugify-lite'

slugify('Crème brûlée for two') // 'creme-brulee-for-two'
slugify('Two words', { separator: '_' }) // 'two_words'
\`\`\`

No dependencies, no locale files, about forty lines. Letters with accents lose them, \`ß æ ø đ ł\` and a few more are
spelled out, \`&\` becomes \`and\`. Everything else that is not a letter or a digit separates words.

## Tests

\`npm test\` runs Node's own test runner; there is nothing to install.
`

const transliterate = `const spelled = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i' }),
)

/** Rewrites Latin letters without their accents. */
export function transliterate(text) {
  const bare = text.normalize('NFKD').replace(/\\p{Mn}+/gu, '')
  return [...bare].map((letter) => spelled.get(letter) ?? letter).join('')
}
`

const slugify = `import { transliterate } from './transliterate.js'

/** Turns a title into a lower-case slug. */
export function slugify(title) {
  return transliterate(String(title).toLowerCase())
    .replace(/ & /g, ' and ')
    .split(/[^a-z0-9]/)
    .join('-')
}
`

const slugifyWithSeparator = `import { transliterate } from './transliterate.js'

/** Turns a title into a lower-case slug. */
export function slugify(title, options = {}) {
  const { separator = '-' } = options
  return transliterate(String(title).toLowerCase())
    .replace(/ & /g, ' and ')
    .split(/[^a-z0-9]/)
    .join(separator)
}
`

const slugifyWithLength = slugifyWithSeparator
  .replace("const { separator = '-' } = options", "const { separator = '-', maxLength = Infinity } = options")
  .replace('.join(separator)', '.join(separator)\n    .slice(0, maxLength)')

const basicTest = `import assert from 'node:assert/strict'
import test from 'node:test'
import { slugify } from '../src/slugify.js'

test('words are joined by dashes in lower case', () => {
  assert.equal(slugify('Hello World'), 'hello-world')
})

test('accents are dropped and ligatures spelled out', () => {
  assert.equal(slugify('Crème brûlée'), 'creme-brulee')
  assert.equal(slugify('Straße'), 'strasse')
})

test('an ampersand between words reads as and', () => {
  assert.equal(slugify('Salt & Pepper'), 'salt-and-pepper')
})
`

const separatorTest = `import assert from 'node:assert/strict'
import test from 'node:test'
import { slugify } from '../src/slugify.js'

test('the separator can be chosen', () => {
  assert.equal(slugify('Two words', { separator: '_' }), 'two_words')
})
`

/** Contents of acme/slugify-lite, commit by commit. */
export const slugifyFiles = {
  first: {
    LICENSE: license,
    'README.md': readme,
    'package.json': packageJson,
    'src/slugify.js': slugify,
    'src/transliterate.js': transliterate,
    'test/slugify.test.js': basicTest,
  },
  separator: { 'src/slugify.js': slugifyWithSeparator, 'test/separator.test.js': separatorTest },
  maxLength: { 'src/slugify.js': slugifyWithLength },
}
