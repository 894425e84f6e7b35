import { expect, test } from 'vitest'
import { withoutMachinePaths } from './machine-paths.ts'

test.each([
  ['not ok 1 at /home/vera/scratch/tree-2/test/trim.test.js:4:1', 'not ok 1 at …/trim.test.js:4:1'],
  ['    at file:///root/.jobwright/tree-1/src/trim.js:12:3', '    at …/trim.js:12:3'],
  ["location: '/tmp/verifier-x1/tree-3/test/a.js:1:1'", "location: '…/a.js:1:1'"],
  ['(/Users/vera/tree/src/index.ts)', '(…/index.ts)'],
  ['HOME=/home/vera', 'HOME=…'],
  [String.raw`at C:\Users\vera\tree\src\trim.js:3`, 'at …/trim.js:3'],
])('a path of a machine is cut down to its last name: %s', (printed, shown) => {
  expect(withoutMachinePaths(printed)).toBe(shown)
})

test.each([
  "location: '/job/test/trim.test.js:4:1'",
  'GET https://example.org/home/page answered 200',
  'src/home/user.js differs from src/tmp/user.js',
  'at node:internal/test_runner/test:3:1',
  'expected a/b to equal c/d, 12:30',
])('what names no machine is left as it is: %s', (printed) => {
  expect(withoutMachinePaths(printed)).toBe(printed)
})
