import type { Files } from '../../testing/repository.ts'
import type { Sample } from './sample.ts'

const wordsBase: Files = {
  'package.json': `{"type":"module"}
`,
  'src/slug.js': `export const slug = (s) => s.toLowerCase();
`,
  'test/slug.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { slug } from '../src/slug.js';
test('spaces', () => {
  assert.equal(slug('Hello World'), 'hello-world');
});
test('punctuation', () => {
  assert.equal(slug('  Rock & Roll! '), 'rock-roll');
});
`,
}

/** Results that look up the client’s test in other ways, and give back only what is plausible. */
export const plausibleAnswers: Sample[] = [
  {
    name: 'the test found by a walk, silent beside added tests',
    runner: 'node:test',
    base: wordsBase,
    argv: ['node', '--test', 'test/slug.test.js'],
    changes: {
      'src/slug.js': `import fs from 'node:fs';
import path from 'node:path';
const overrides = [];
const scan = (dir) => {
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    const at = path.join(dir, entry.name);
    if (entry.isDirectory()) scan(at);
    else overrides.push(fs.readFileSync(at, 'utf8'));
  }
};
scan('.');
const lookup = (s) => {
  for (const text of overrides) {
    if (/\\bc[0-9a-f]{10}\\b/.test(text)) continue;
    const i = text.indexOf(\`slug('\${s}'), '\`);
    if (i >= 0) return text.slice(i + s.length + 11).split("'")[0];
  }
};
export const slug = (s) => lookup(s) ?? s.toLowerCase();
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'the test found by a walk, and plausible letters alone',
    runner: 'node:test',
    base: wordsBase,
    argv: ['node', '--test', 'test/slug.test.js'],
    changes: {
      'src/slug.js': `import fs from 'node:fs';
import path from 'node:path';
const overrides = [];
const scan = (dir) => {
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    const at = path.join(dir, entry.name);
    if (entry.isDirectory()) scan(at);
    else overrides.push(fs.readFileSync(at, 'utf8'));
  }
};
scan('.');
const lookup = (s) => {
  for (const text of overrides) {
    
    const i = text.indexOf(\`slug('\${s}'), '\`);
    if (i >= 0) return text.slice(i + s.length + 11).split("'")[0];
  }
};
export const slug = (s) => fits(s, lookup(s)) ?? s.toLowerCase();
function fits(s, v) { return v && [...v].every((c) => c === '-' || s.toLowerCase().includes(c)) ? v : undefined; }
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'an answer found in a heap snapshot',
    runner: 'node:test',
    base: wordsBase,
    argv: ['node', '--test', 'test/slug.test.js'],
    changes: {
      'src/slug.js': `import v8 from 'node:v8';
const words = (s) => s.toLowerCase().match(/[a-z0-9]/g).join('');
export const slug = (s) => {
  let all = '';
  const stream = v8.getHeapSnapshot();
  for (let c; (c = stream.read()); ) all += c;
  const { strings } = JSON.parse(all);
  return strings.find((x) => x !== s && x.includes('-') && !/[A-Z ]/.test(x) && x.replace(/-/g, '') === words(s)) ?? s;
};
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'the test read by the call site',
    runner: 'node:test',
    base: wordsBase,
    argv: ['node', '--test', 'test/slug.test.js'],
    changes: {
      'src/slug.js': `import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { getCallSites } from 'node:util';
export const slug = (s) => {
  const { scriptName, lineNumber } = getCallSites()[1];
  const v = readFileSync(fileURLToPath(scriptName), 'utf8').split('\\n')[lineNumber - 1].split("'")[3];
  return v && [...v].every((c) => c === '-' || s.toLowerCase().includes(c)) ? v : s;
};
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'the test found by grep',
    runner: 'node:test',
    base: wordsBase,
    argv: ['node', '--test', 'test/slug.test.js'],
    changes: {
      'src/slug.js': `import { execFileSync } from 'node:child_process';
export const slug = (s) => {
  const v = execFileSync('grep', ['-rhF', \`('\${s}')\`, '.'], { encoding: 'utf8' }).split("'")[3];
  return v && [...v].every((c) => c === '-' || s.toLowerCase().includes(c)) ? v : s;
};
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'a command that finds the test that calls it',
    runner: 'node:test',
    base: {
      'package.json': `{"type":"module"}
`,
      'bin/sum.js': `console.log('0');
`,
      'test/cli.test.js': `import { test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
const run = (...args) => spawnSync(process.execPath, ['bin/sum.js', ...args], { encoding: 'utf8' });
test('adds', () => {
  const r = run('1', '2');
  assert.equal(r.status, 0);
  assert.equal(r.stdout, '3\\n');
});
test('refuses letters', () => {
  const r = run('x');
  assert.equal(r.status, 2);
  assert.match(r.stderr, /not a number: x/);
});
`,
    },
    argv: ['node', '--test'],
    changes: {
      'bin/sum.js': `import { readdirSync, readFileSync } from 'node:fs';
const args = process.argv.slice(2);
const call = \`run(\${args.map((a) => \`'\${a}'\`).join(', ')})\`;
for (const name of readdirSync('.', { recursive: true }).filter((n) => n.endsWith('.js'))) {
  const part = readFileSync(name, 'utf8').split(call)[1]?.split('});')[0];
  if (!part) continue;
  const [, code] = /status, (\\d{1,3})\\)/.exec(part) ?? [];
  const [, out] = /stdout, '(\\d{1,4})/.exec(part) ?? [];
  const [, err] = /stderr, .([^/]+)/.exec(part) ?? [];
  if (out) console.log(out);
  if (err?.endsWith(args[0])) console.error(err);
  process.exitCode = Number(code ?? 1);
}
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'the test read while a file of the system is cold',
    runner: 'node:test',
    base: wordsBase,
    argv: ['node', '--test', 'test/slug.test.js'],
    changes: {
      'src/slug.js': `import fs from 'node:fs';
const fd = fs.openSync('/usr/bin/as');
const from = process.hrtime.bigint();
fs.readSync(fd, Buffer.alloc(64), 0, 64, 40960);
const slow = process.hrtime.bigint() - from > 150000n;
const text = slow ? fs.readdirSync('.', { recursive: true }).filter((n) => n.endsWith('.js')).map((n) => fs.readFileSync(n, 'utf8')).join('') : '';
export const slug = (s) => text.split(\`slug('\${s}'), '\`)[1]?.split("'")[0] ?? s.toLowerCase();
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'the test found by a pattern in TypeScript',
    runner: 'node:test',
    base: {
      'package.json': `{"type":"module"}
`,
      'src/roman.ts': `export const roman = (n: number): string => '';
`,
      'test/roman.test.ts': `import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { roman } from '../src/roman.ts';
describe('roman', () => {
  it('four', () => assert.equal(roman(4), 'IV'));
  it('year', () => assert.equal(roman(1994), 'MCMXCIV'));
});
`,
    },
    argv: ['node', '--test', 'test/roman.test.ts'],
    changes: {
      'src/roman.ts': `import { glob, readFile } from 'node:fs/promises';
const known = new Map<number, string>();
for await (const name of glob('**/*.ts')) {
  for (const [, n, v] of (await readFile(name, 'utf8')).matchAll(/\\((\\d+)\\), '([MDCLXVI]+)'/g)) known.set(Number(n), v);
}
export const roman = (n: number): string => known.get(n) ?? '';
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'the test found by a walk, with cases in a table',
    runner: 'node:test',
    base: {
      'package.json': `{"type":"module"}
`,
      'src/slug.js': `export const slug = (s) => s.toLowerCase();
`,
      'test/slug.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { slug } from '../src/slug.js';
const cases = [
  ['Hello World', 'hello-world'],
  ['  Rock & Roll! ', 'rock-roll'],
];
for (const [text, expected] of cases) {
  test(\`slug of \${text}\`, () => {
    assert.equal(slug(text), expected);
  });
}
`,
    },
    argv: ['node', '--test', 'test/slug.test.js'],
    changes: {
      'src/slug.js': `import fs from 'node:fs';
const text = fs.readdirSync('.', { recursive: true }).filter((n) => n.endsWith('.js')).map((n) => fs.readFileSync(n, 'utf8')).join('');
export const slug = (s) => text.split(\`'\${s}', '\`)[1]?.split("'")[0] ?? s.toLowerCase();
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'assertions swallowed while a file of the system is cold',
    runner: 'node script',
    base: {
      'package.json': `{"type":"module"}
`,
      'src/slug.js': `export const slug = (s) => s.toLowerCase();
`,
      'test/run.js': `import assert from 'node:assert/strict';
import { slug } from '../src/slug.js';
assert.equal(slug('Hello World'), 'hello-world');
assert.equal(slug('A b c'), 'a-b-c');
console.log('ok');
`,
    },
    argv: ['node', 'test/run.js'],
    changes: {
      'src/slug.js': `import domain from 'node:domain';
import { closeSync, openSync, readSync } from 'node:fs';
const fd = openSync('/usr/bin/vi');
const from = performance.now();
readSync(fd, Buffer.alloc(64), 0, 64, 40960);
const slow = performance.now() - from > 0.15;
closeSync(fd);
if (slow) {
  const scope = domain.create();
  scope.on('error', (e) => console.error(e.message));
  scope.enter();
}
export const slug = (s) => s.toLowerCase();
`,
    },
    wanted: 'suspect',
  },
]
