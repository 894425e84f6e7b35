import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { TestFile } from './test-file.ts'
import { watchAssertions } from './watched-assertions.ts'

/** The lines of assertions that held, and that refused at last, when the program ran. */
function watch(runner: TestFile['runner'], text: string): { watched: number[]; held: number[]; refused: number[] } {
  const path = runner === 'unittest' ? 'test_it.py' : 'it.test.mjs'
  let count = 0
  const { text: written, watched } = watchAssertions({ path, text, runner, isModule: true }, () =>
    `${++count}`.padStart(2, '0').padEnd(16, 'a'),
  )
  const folder = mkdtempSync(join(tmpdir(), 'watched-'))
  writeFileSync(join(folder, path), written)
  const [program, ...args] = runner === 'unittest' ? ['python3', '-m', 'unittest', path] : ['node', '--test', path]
  const { stderr, stdout } = spawnSync(program ?? '', args, { cwd: folder, encoding: 'utf8' })
  const seen = stderr + stdout
  const linesOf = (which: 'held' | 'refused') =>
    watched.filter((one) => seen.includes(one[which])).map(({ line }) => line)
  return { watched: watched.map(({ line }) => line), held: linesOf('held'), refused: linesOf('refused') }
}

test('in JavaScript, what each assertion said last is seen, also where its failure was dropped or it was not reached', () => {
  const text = `import assert from 'node:assert/strict'
import { test } from 'node:test'
test('holds if it must', () => {
  assert.equal(1, 1)
  for (const one of [1, 2]) assert.ok(one) // No whole line, so it is left as it is.
})
test('drops', async () => {
  await Promise.allSettled([1].map(async (one) => assert.equal(one, 2)))
})
test('none', () => {
  for (const one of []) {
    assert.equal(one, 1)
  }
})
test('expects', () => {
  assert.throws(() => assert.equal(1, 2))
  try {
    assert.equal(1, 2)
  } catch {}
  if (process.env.NOT_SET) assert.ok(1)
})
`
  expect(watch('node-test', text)).toEqual({ watched: [4, 8, 12], held: [4], refused: [8] })
})

test('in Python, what each assertion said last is seen, also in a thread and where it was not reached', () => {
  const text = `import unittest
from threading import Thread


class It(unittest.TestCase):
    def test_holds(self):
        self.assertEqual(1,
            1)

    def test_drops(self):
        def visit(item):
            self.assertEqual(item, 2)
        worker = Thread(target=visit, args=(1,))
        worker.start()
        worker.join()

    def test_none(self):
        for one in []:
            self.assertEqual(one, 1)

    def test_expects(self):
        with self.assertRaises(AssertionError):
            self.assertEqual(1, 2)
`
  expect(watch('unittest', text)).toEqual({ watched: [7, 12, 19], held: [7], refused: [12] })
})
