import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRepository, type TestRepository } from '../testing/repository.ts'
import { fetchBase, requireFits } from './base-copy.ts'
import { TooLarge } from './run.ts'

let repository: TestRepository
let root: string

beforeAll(() => {
  repository = makeRepository({ 'a.txt': 'a'.repeat(600), 'b/c.txt': 'c'.repeat(600) })
  root = mkdtempSync(join(tmpdir(), 'starter-base-'))
})

afterAll(() => {
  repository.remove()
  rmSync(root, { recursive: true, force: true })
})

test('a commit is refused when its files are too many or too large', async () => {
  const gitDir = join(repository.folder, '.git')
  const fits = (limits: object) => requireFits(gitDir, repository.commit, { filesMax: 3, bytesMax: 1_200, ...limits })
  await expect(fits({})).resolves.toBeUndefined()
  await expect(fits({ filesMax: 2 })).rejects.toThrow(TooLarge)
  await expect(fits({ bytesMax: 1_199 })).rejects.toThrow(TooLarge)
})

test('a path is refused that no folder of ours leaves room for', async () => {
  const path = Array.from({ length: 21 }, () => 'd'.repeat(99)).join('/')
  const deep = makeRepository({ [path]: '' })
  await expect(requireFits(join(deep.folder, '.git'), deep.commit)).rejects.toThrow(/path of more than/)
  deep.remove()
})

test.each(['file', 'folder'])(
  'a few objects that stand for a trillion %ss are refused before one is written',
  async (leaf) => {
    const git = (args: string[], input = '') =>
      execFileSync('git', args, { cwd: repository.folder, input, encoding: 'utf8' }).trim()
    const blob = git(['hash-object', '-w', '--stdin'], 'x')
    const entries = (line: string) => Array.from({ length: 10 }, (_, at) => `${line}\t${at}\n`).join('')
    let tree = git(['mktree'], leaf === 'file' ? entries(`100644 blob ${blob}`) : '')
    for (let depth = 0; depth < 11; depth += 1) tree = git(['mktree'], entries(`040000 tree ${tree}`))
    const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.org']
    const commit = git([...author, 'commit-tree', '-m', 'many', tree])
    git(['update-ref', `refs/heads/${leaf}`, commit])
    const facts = { cloneUrl: repository.url, token: null, commit }
    const signal = new AbortController().signal
    await expect(fetchBase(join(root, leaf), facts, { protocols: 'file', signal })).rejects.toThrow(TooLarge)
  },
)
