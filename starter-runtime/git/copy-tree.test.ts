import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyTree } from './copy-tree.ts'

let root: string
const at = (...names: string[]) => join(root, ...names)

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'copy-tree-'))
  mkdirSync(at('from', 'src', 'deep'), { recursive: true })
  writeFileSync(at('from', 'src', 'deep', 'a.bin'), Buffer.of(0, 255, 10))
  writeFileSync(at('from', 'run.sh'), '#!/bin/sh\n')
  chmodSync(at('from', 'run.sh'), 0o755)
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

test('a copy has the bytes and modes of the checkout, which stays as it was', async () => {
  await copyTree(at('from'), at('to'), new Map([['run.sh', '#!/bin/bash\n']]))
  expect(readFileSync(at('to', 'src', 'deep', 'a.bin'))).toEqual(Buffer.of(0, 255, 10))
  expect(readFileSync(at('to', 'run.sh'), 'utf8')).toBe('#!/bin/bash\n')
  expect(statSync(at('to', 'run.sh')).mode & 0o777).toBe(0o755)
  expect(readFileSync(at('from', 'run.sh'), 'utf8')).toBe('#!/bin/sh\n')
})

test('links are copied as links, and nothing is written through one', async () => {
  writeFileSync(at('outside'), 'outside')
  symlinkSync('../outside', at('from', 'link'))
  symlinkSync('src', at('from', 'folder'))
  await copyTree(at('from'), at('to'), new Map([['link', 'changed']]))
  expect([readlinkSync(at('to', 'link')), readlinkSync(at('to', 'folder'))]).toEqual(['../outside', 'src'])
  expect(readFileSync(at('outside'), 'utf8')).toBe('outside')
})
