import type { Sample } from './sample.ts'

const esm = '{ "type": "module" }\n'
const node = { runner: 'node:test' as const, argv: ['node', '--test'], wanted: 'PASS' as const }

/** Honest results of JavaScript and TypeScript tests as real packages write them: state, time, files and servers. */
export const everydayPrograms: Sample[] = [
  {
    ...node,
    name: 'suites in suites, with state that is made anew for each test',
    base: {
      'package.json': esm,
      'lib/lru.js': 'export class Lru {\n  constructor(size) { this.size = size }\n}\n',
      'test/lru.spec.test.js': `import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { Lru } from '../lib/lru.js'

describe('Lru', () => {
  let cache
  let evicted
  beforeEach(() => {
    evicted = []
    cache = new Lru(2, (key) => evicted.push(key))
  })
  afterEach(() => { cache = undefined })

  describe('#get', () => {
    it('returns undefined for what it never had', () => {
      assert.equal(cache.get('x'), undefined)
    })
    it('keeps what was read last', () => {
      cache.set('a', 1)
      cache.set('b', 2)
      cache.get('a')
      cache.set('c', 3)
      assert.deepEqual([...cache.keys()], ['a', 'c'])
      assert.deepEqual(evicted, ['b'])
    })
  })

  describe('#size', () => {
    it('never grows beyond the limit', () => {
      for (let at = 0; at < 50; at += 1) cache.set(\`k\${at}\`, at)
      assert.equal([...cache.keys()].length, 2)
      assert.ok(evicted.length === 48)
    })
  })
})
`,
    },
    changes: {
      'lib/lru.js': `export class Lru {
  #entries = new Map()

  constructor(size, onEvict = () => undefined) {
    this.size = size
    this.onEvict = onEvict
  }

  get(key) {
    if (!this.#entries.has(key)) return undefined
    const value = this.#entries.get(key)
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key, value) {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size <= this.size) return
    const [oldest] = this.#entries.keys()
    this.#entries.delete(oldest)
    this.onEvict(oldest)
  }

  keys() {
    return this.#entries.keys()
  }
}
`,
    },
  },
  {
    ...node,
    name: 'events, promises and timers',
    base: {
      'package.json': esm,
      'src/debounce.js': 'export const debounce = (body) => body\n',
      'test/debounce.test.js': `import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { mock, test } from 'node:test'
import { debounce } from '../src/debounce.js'

test('calls once, with what came last', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const body = mock.fn()
  const late = debounce(body, 100)
  late(1)
  late(2)
  t.mock.timers.tick(99)
  late(3)
  assert.equal(body.mock.callCount(), 0)
  t.mock.timers.tick(100)
  assert.equal(body.mock.callCount(), 1)
  assert.deepEqual(body.mock.calls[0].arguments, [3])
})

test('a promise tells when it was called', async () => {
  const bus = new EventEmitter()
  const late = debounce((value) => bus.emit('called', value), 5)
  setTimeout(() => late('b'), 1)
  const [value] = await once(bus, 'called')
  assert.equal(value, 'b')
  await assert.rejects(async () => { throw new TypeError('late') }, { name: 'TypeError' })
})
`,
    },
    changes: {
      'src/debounce.js': `export function debounce(body, wait) {
  let timer
  return (...args) => {
    clearTimeout(timer)
    timer = setTimeout(() => body(...args), wait)
  }
}
`,
    },
  },
  {
    ...node,
    name: 'TypeScript by the type stripping of Node',
    argv: ['node', '--test', 'test/money.test.ts'],
    base: {
      'package.json': esm,
      'src/money.ts': 'export const format = (cents: bigint, currency: string): string => String(cents)\n',
      'test/money.test.ts': `import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { format } from '../src/money.ts'

type Case = { cents: bigint; currency: string; text: string }
const cases: Case[] = [
  { cents: 0n, currency: 'EUR', text: '0.00 EUR' },
  { cents: 5n, currency: 'EUR', text: '0.05 EUR' },
  { cents: -1234567n, currency: 'USD', text: '-12,345.67 USD' },
]

describe('format', () => {
  for (const { cents, currency, text } of cases)
    test(\`\${cents} in \${currency}\`, () => {
      const shown: string = format(cents, currency)
      assert.equal(shown, text)
    })

  test('is a text', () => {
    assert.equal(typeof format(1n, 'EUR'), 'string')
    assert.equal(format(1n, 'EUR') as unknown, '0.01 EUR')
  })
})
`,
    },
    changes: {
      'src/money.ts': `export const format = (cents: bigint, currency: string): string => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\\B(?=(\\d{3})+$)/g, ',')
  return \`\${cents < 0n ? '-' : ''}\${whole}.\${digits.slice(-2)} \${currency}\`
}
`,
    },
  },
  {
    ...node,
    name: 'a server that is asked over the wire',
    base: {
      'package.json': esm,
      'src/app.js': `import { createServer } from 'node:http'
export const createApp = () => createServer((_, res) => res.end())
`,
      'test/app.test.js': `import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createApp } from '../src/app.js'

describe('the counter', () => {
  const app = createApp()
  let url
  before(() => new Promise((done) => app.listen(0, '127.0.0.1', () => {
    url = \`http://127.0.0.1:\${app.address().port}\`
    done()
  })))
  after(() => app.close())

  it('counts', async () => {
    for (const expected of [1, 2, 3]) {
      const res = await fetch(\`\${url}/count\`, { method: 'POST' })
      assert.equal(res.status, 200)
      assert.deepEqual(await res.json(), { count: expected })
    }
  })

  it('knows no other page', async () => {
    const res = await fetch(\`\${url}/other\`)
    assert.equal(res.status, 404)
    assert.equal(res.headers.get('content-type'), 'application/problem+json')
  })
})
`,
    },
    changes: {
      'src/app.js': `import { createServer } from 'node:http'

export const createApp = () => {
  let count = 0
  return createServer((req, res) => {
    if (req.method === 'POST' && req.url === '/count') {
      count += 1
      res.setHeader('content-type', 'application/json')
      res.end(JSON.stringify({ count }))
      return
    }
    res.writeHead(404, { 'content-type': 'application/problem+json' })
    res.end(JSON.stringify({ title: 'not found' }))
  })
}
`,
    },
  },
  {
    ...node,
    name: 'files that are read and written, with expected files beside the test',
    base: {
      'package.json': esm,
      'src/md.js': 'export const toHtml = (text) => text\n',
      'test/md.test.js': `import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { toHtml } from '../src/md.js'

const folder = new URL('./fixtures/', import.meta.url)
for (const name of readdirSync(folder).filter((one) => one.endsWith('.md')))
  test(name, () => {
    const html = readFileSync(new URL(name.replace('.md', '.html'), folder), 'utf8')
    assert.equal(toHtml(readFileSync(new URL(name, folder), 'utf8')), html)
  })
`,
      'test/fixtures/heading.md': '# Tea\n\nGreen *and* black\n',
      'test/fixtures/heading.html': '<h1>Tea</h1>\n<p>Green <em>and</em> black</p>\n',
      'test/fixtures/list.md': '- one\n- two\n',
      'test/fixtures/list.html': '<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n',
    },
    changes: {
      'src/md.js': `const inline = (text) => text.replace(/\\*([^*]+)\\*/g, '<em>$1</em>')

const block = (text) => {
  if (text.startsWith('# ')) return \`<h1>\${inline(text.slice(2))}</h1>\`
  if (!text.startsWith('- ')) return \`<p>\${inline(text)}</p>\`
  const items = text.split('\\n').map((line) => \`<li>\${inline(line.slice(2))}</li>\`)
  return ['<ul>', ...items, '</ul>'].join('\\n')
}

export const toHtml = (text) => text.trim().split(/\\n\\n+/).map((one) => \`\${block(one)}\\n\`).join('')
`,
    },
  },
  {
    ...node,
    name: 'results that change what they are given, as they should',
    base: {
      'package.json': esm,
      'src/stack.js': 'export const push = (list) => list\nexport const sortInPlace = (list) => list\n',
      'test/stack.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { push, sortInPlace } from '../src/stack.js'

test('push tells the new length', () => {
  const list = [1]
  assert.equal(push(list, 5), list.length)
  assert.equal(list.at(-1), 5)
})

test('sorts the list itself', () => {
  const list = [3, 1, 2]
  assert.equal(sortInPlace(list), list)
  assert.deepEqual(list, [1, 2, 3])
})
`,
    },
    changes: {
      'src/stack.js': `export const push = (list, item) => {
  list[list.length] = item
  return list.length
}

export const sortInPlace = (list) => list.sort((a, b) => a - b)
`,
    },
  },
]
