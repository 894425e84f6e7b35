import { expect, test } from 'vitest'
import { listTests } from './listed-tests.ts'

const script = `import { describe, it, test } from 'node:test'
// test('commented', () => {})
/* a block
test('commented too', () => {})
*/
test('plain', () => {
  test('within a test', () => {})
})
describe('suite', () => {
  it("in it's suite", async () => {
    assert.ok(true)
  })

  describe('deep', () => {
    it(\`er\`, () => {})
  })
})
if (process.platform === 'win32') {
  test('elsewhere', () => {})
}
for (const name of ['a']) {
  test(name, () => {})
  test('again', () => {})
}
test(\`with \${1}\`, () => {})
test('it\\'s', () => {})
const later = () => test('later', () => {})
it('last', () => {})
`

test('tests of a script are listed with their suites, without those that may not run', () => {
  expect(listTests({ path: 'a.test.js', text: script })).toEqual([
    'plain',
    "suite > in it's suite",
    'suite > deep > er',
    'last',
  ])
})

test('tests of Python and Go are their functions', () => {
  const python =
    'import pytest\n\ndef test_a():\n    def test_inner(): pass\n\nasync def test_b(): pass\ndef help(): pass\n'
  expect(listTests({ path: 'test_a.py', text: python })).toEqual(['test_a', 'test_b'])
  const go = 'package a\n\nfunc TestA(t *testing.T) {}\nfunc Testa(t *testing.T) {}\nfunc TestMain(m *testing.M) {}\n'
  expect(listTests({ path: 'a_test.go', text: go })).toEqual(['TestA'])
})

test.each([
  ['a.test.js', "test.skip('a', () => {})\ntest('b', () => {})"],
  ['a.test.js', "test('a', { todo: true }, () => {})"],
  ['a.test.js', "test.only('a', () => {})\ntest('b', () => {})"],
  ['test_a.py', '@pytest.mark.skipif(True)\ndef test_a(): pass'],
  ['a_test.go', '//go:build linux\nfunc TestA(t *testing.T) {}'],
  ['a.rs', '#[test]\nfn a() {}'],
])('%s with %j lists nothing', (path, text) => {
  expect(listTests({ path, text })).toEqual([])
})
