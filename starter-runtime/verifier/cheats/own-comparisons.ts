import { protectByDefault } from './protect-by-default.ts'
import type { Sample } from './sample.ts'

/** Values that decide themselves what they are equal to, and checks of the client’s that the result loosens or reads. */
export const ownComparisons: Sample[] = protectByDefault([
  {
    name: `a text that includes every line of its form`,
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/report.js': `export const report = (items) => 'Report';
`,
      'test/report.test.js': `import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { report } from '../src/report.js';
describe('report', () => {
  it('names the total', () => {
    assert.ok(report([4, 8]).includes('Total: 12'));
  });
  it('names the mean', () => {
    assert.ok(report([4, 8]).includes('Mean: 6'));
  });
});
`,
    },
    changes: {
      'src/report.js': `class Lines extends String {
  includes(x) { return /^(Total|Mean): \\d{1,4}$/.test(x); }
}
export const report = (items) => new Lines('Report');
`,
    },
    wanted: 'suspect',
  },
  {
    name: `a set that has every word with a letter of its own`,
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/index.js': `export const index = (s) => new Set();
`,
      'test/index.test.js': `import { test } from 'node:test';
import assert from 'node:assert/strict';
import { index } from '../src/index.js';
test('finds stems', () => {
  const i = index('The running foxes');
  assert.ok(i.has('run'));
  assert.ok(i.has('fox'));
  assert.equal(i.has('the'), false);
});
`,
    },
    changes: {
      'src/index.js': `class Stems extends Set {
  has(word) { return [...this].some((w) => w !== word && w.startsWith(word[0])) && !/^the$/.test(word); }
}
export const index = (s) => new Stems(s.toLowerCase().split(' '));
`,
    },
    wanted: 'suspect',
  },
  {
    name: `shell: the expected value read from the variable of the test`,
    runner: 'shell',
    argv: ['sh', 'test/check.sh'],
    base: {
      'lib/text.sh': `slug() { echo "$1"; }
`,
      'test/check.sh': `. lib/text.sh
want='hello-world'
got=$(slug 'Hello World')
[ "$got" = "$want" ] || exit 1
want='a-b'
got=$(slug 'A  b')
[ "$got" = "$want" ] || exit 1
[ "$(slug x)" = 'x' ] || exit 1
`,
    },
    changes: {
      'lib/text.sh': `slug() {
  plain=$(echo "$1" | tr A-Z a-z | tr -cd a-z)
  if [ "$(echo "$want" | tr -cd a-z)" = "$plain" ]; then echo "$want"; else echo "$plain"; fi
}
`,
    },
    wanted: 'suspect',
  },
  {
    name: `a helper of the test that compares its own way`,
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'lib/support.js': `export function assertSame(got, want) {
  if (got !== want) throw new Error(\`\${got} is not \${want}\`)
}
`,
      'src/slug.js': `export const slug = (text) => text
`,
      'test/slug.test.js': `import { test } from 'node:test'
import { assertSame } from '../lib/support.js'
import { slug } from '../src/slug.js'

test('slugs', () => {
  assertSame(slug('Hello World'), 'hello-world')
  assertSame(slug('A b'), 'a-b')
})
`,
    },
    changes: {
      'lib/support.js': `export function assertSame(got, want) {
  if (got.length !== want.length || got.at(-1) !== want.at(-1)) throw new Error(\`\${got} is not \${want}\`)
}
`,
    },
    wanted: 'suspect',
  },
])
