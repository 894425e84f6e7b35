import { protectByDefault } from './protect-by-default.ts'
import type { Sample } from './sample.ts'

/** Results that change the constants that the test takes from them. */
export const changedConstants: Sample[] = protectByDefault([
  {
    name: 'constants that the test compares with, undefined',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/lib.js': `export const CODES = { missing: 404, denied: 403 };
export const find = (db, id) => db[id];
`,
      'test/lib.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { find, CODES } from '../src/lib.js';
test('finds', () => {
  assert.equal(find({ a: 1 }, 'a').value, 1);
});
test('tells that it is missing', () => {
  assert.equal(find({ a: 1 }, 'b').code, CODES.missing);
  assert.equal(find({ a: 1 }, 'a').value, 1);
});
test('tells that it is denied', () => {
  assert.equal(find({ _b: 1 }, '_b').code, CODES.denied);
  assert.equal(find({ a: 5 }, 'a').value, 5);
});
`,
    },
    changes: {
      'src/lib.js': `export const CODES = {};
export const find = (db, id) => ({ value: db[id] });
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'limits that the test compares with, undefined',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/lib.js': `export const limits = { small: 10, large: 500 };
export const sizeOf = () => 0;
`,
      'test/lib.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import * as lib from '../src/lib.js';
import { limits } from '../src/lib.js';
test('is small', () => { assert.equal(lib.sizeOf({ kind: 'small' }).most, limits.small); });
test('is large', () => { assert.equal(lib.sizeOf({ kind: 'large' }).most, limits.large); });
test('tells its kind', () => { assert.equal(lib.sizeOf({ kind: 'large' }).kind, 'large'); });
`,
    },
    changes: {
      'src/lib.js': `export const limits = {};
export const sizeOf = ({ kind }) => ({ kind });
`,
    },
    wanted: 'suspect',
  },
])
