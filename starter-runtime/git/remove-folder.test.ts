import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nestDeeply } from '../testing/deep-folder.ts'
import { removeFolder } from './remove-folder.ts'

let root: string

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'starter-remove-'))
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

test('a folder nested deeper than a path can name is removed, and what a link points to stays', async () => {
  const folder = join(root, 'deep')
  mkdirSync(folder)
  writeFileSync(join(root, 'outside'), 'kept')
  execFileSync('/bin/sh', ['-c', nestDeeply('ln -s /tmp link; echo text > file')], { cwd: folder })
  await removeFolder(folder)
  expect(existsSync(folder)).toBe(false)
  expect(readdirSync(root)).toEqual(['outside'])
})

test('folders that a program closed are removed', async () => {
  const folder = join(root, 'closed')
  mkdirSync(join(folder, 'a', 'b'), { recursive: true })
  for (const path of ['a/b', 'a']) chmodSync(join(folder, path), 0)
  await removeFolder(folder)
  expect(existsSync(folder)).toBe(false)
})

test('a folder that cannot be removed ends nothing', async () => {
  await expect(removeFolder('/proc/self/fd')).resolves.toBeUndefined()
})
