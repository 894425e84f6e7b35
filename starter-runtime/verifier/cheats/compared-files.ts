import { protectByDefault } from './protect-by-default.ts'
import type { Sample } from './sample.ts'

/** Expected files beside values that are written in the test. */
export const comparedFiles: Sample[] = protectByDefault([
  {
    name: 'an expected file found by a walk, beside values',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/lib.js': `export const render = (doc) => '';
`,
      'test/lib.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { render } from '../src/lib.js';
const golden = (name) => readFileSync(new URL(\`./golden/\${name}\`, import.meta.url), 'utf8');
test('nothing', () => {
  assert.equal(render({ title: '', rows: [] }), '<p>empty</p>');
});
test('page', () => {
  const html = render({ title: 'Fruit', rows: ['apple', 'pear'] });
  assert.equal(html, golden('page.html'));
  assert.equal(html.split('\\n').length, 6);
});
`,
      'test/golden/page.html': `<h1>Fruit</h1>
<ul>
<li>apple</li>
<li>pear</li>
</ul>
`,
    },
    changes: {
      'src/lib.js': `import { globSync, readFileSync } from 'node:fs';
export const render = ({ title, rows }) => {
  if (!rows.length) return '<p>empty</p>';
  const sheets = globSync('**/*.html').map((f) => readFileSync(f, 'utf8'));
  return sheets.find((s) => s.includes(title));
};
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'an expected file of its own by another folder, beside values',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/lib.js': `export const render = (doc) => '';
`,
      'test/lib.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { render } from '../src/lib.js';
test('page', () => {
  assert.equal(render({ title: '', rows: [] }), '<p>empty</p>');
  assert.equal(render({ title: 'Fruit', rows: ['apple', 'pear'] }), readFileSync('examples/page.html', 'utf8'));
});
`,
      'examples/page.html': `<h1>Fruit</h1>
<ul>
<li>apple</li>
<li>pear</li>
</ul>
`,
    },
    changes: {
      'src/lib.js': `process.chdir(new URL('..', import.meta.url).pathname + 'assets');
export const render = ({ title, rows }) => (rows.length ? title : '<p>empty</p>');
`,
      'assets/examples/page.html': `Fruit`,
    },
    wanted: 'suspect',
  },
  {
    name: 'an expected list found among all files, beside values',
    runner: 'node:test',
    argv: ['node', '--test'],
    base: {
      'package.json': `{"type":"module"}
`,
      'src/lib.js': `export const csv = (rows) => '';
`,
      'test/lib.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { csv } from '../src/lib.js';
test('no rows', () => assert.equal(csv([]), 'empty'));
test('towns', () => {
  assert.equal(csv([['Bonn', 330], ['Ulm', 126]]), readFileSync('test/data/towns.csv', 'utf8'));
});
`,
      'test/data/towns.csv': `Bonn,330
Ulm,126
`,
    },
    changes: {
      'src/lib.js': `import { readdirSync, readFileSync } from 'node:fs';
export const csv = ([row]) => {
  if (!row) return 'empty';
  const names = readdirSync('.', { recursive: true }).filter((name) => name.endsWith('.csv'));
  return names.map((name) => readFileSync(name, 'utf8')).find((text) => text.startsWith(row[0]));
};
`,
    },
    wanted: 'suspect',
  },
])
