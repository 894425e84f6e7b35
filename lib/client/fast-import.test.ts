import { execFile, execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FileChange, isDeletion } from '../domain/result.ts'
import { fastImport } from './fast-import.ts'

const run = promisify(execFile)
const branch = 'jobwright/job-7'
const at = new Date('2026-03-04T05:06:07Z')
let folder: string
let clone: string
let base: string

const git = async (...args: string[]) => (await run('git', ['-C', clone, ...args])).stdout.trim()
const file = (path: string, bytes: string | Uint8Array, mode: '100644' | '100755' = '100644'): FileChange => ({
  path,
  mode,
  content: Buffer.from(bytes).toString('base64'),
})
const changes: FileChange[] = [
  file('a "quoted" \\ name.txt', 'one\n'),
  file('bin/run', '#!/bin/sh\n', '100755'),
  file(
    'bytes.bin',
    Uint8Array.from({ length: 512 }, (_, n) => n % 256),
  ),
  file('dos.txt', 'one\r\ntwo\r\n'),
  file('empty', ''),
  file('grün/ä.txt', 'no end of line'),
  { path: 'folder/old.txt', deleted: true },
  file('folder', 'a file now\n'),
]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fast-import-'))
  clone = join(folder, 'clone')
  await run('git', ['init', '--quiet', clone])
  await git('config', 'user.name', 'Somebody')
  await git('config', 'user.email', 'somebody@example.test')
  await put(file('folder/old.txt', 'old\n'))
  await put(file('kept.txt', 'kept\n'))
  await git('add', '--all')
  await git('commit', '--quiet', '--message', 'Base')
  base = await git('rev-parse', 'HEAD')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function put(change: FileChange): Promise<void> {
  const path = join(clone, change.path)
  if (isDeletion(change)) return rm(dirname(path), { recursive: true })
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, Buffer.from(change.content, 'base64'))
  await chmod(path, change.mode === '100755' ? 0o755 : 0o644)
}

async function importIt(baseCommit: string): Promise<void> {
  const stream = await fastImport({ branch, baseCommit, message: 'Result of job 7', at, changes }).bytes()
  execFileSync('git', ['-C', clone, 'fast-import', '--quiet'], { input: stream, stdio: ['pipe', 'pipe', 'pipe'] })
}

test('git makes of the file one commit on the base, with the very tree that it makes of the files', async () => {
  await importIt(base)
  // A clone that rewrites line ends in its files must not have had a say.
  await git('config', 'core.autocrlf', 'false')
  for (const change of changes) await put(change)
  await git('add', '--all')
  const shown = await git('show', '-s', '--format=%T %P %an %at %s', branch)
  expect(shown).toBe(`${await git('write-tree')} ${base} Jobwright ${at.getTime() / 1000} Result of job 7`)
})

test('a branch of that name which holds something else is left alone', async () => {
  await git('branch', '--force', branch, base)
  await git('checkout', '--quiet', '--force', branch)
  await git('commit', '--quiet', '--allow-empty', '--message', 'Mine')
  const mine = await git('rev-parse', branch)
  await expect(importIt(base)).rejects.toThrow(/new tip/)
  expect(await git('rev-parse', branch)).toBe(mine)
})
