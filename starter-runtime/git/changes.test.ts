import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FileChange, maxChangedBytes, maxChangedFiles } from '#lib/domain/result.ts'
import { type Files, makeRepository, type TestRepository, writeFiles } from '../testing/repository.ts'
import { fetchBase } from './base-copy.ts'
import { collectChanges, UnusableChanges } from './changes.ts'
import { applyChanges, checkOut, restorePaths } from './trees.ts'

const base: Files = {
  'text.txt': 'one\n',
  'crlf.txt': 'a\r\nb\r\n',
  'binary.bin': Buffer.from([0, 255, 10, 13]),
  'run.sh': { script: '#!/bin/sh\n' },
  'docs/größe 1.md': 'ü\n',
  'keep/me.txt': 'kept\n',
  link: { link: 'text.txt' },
  '.gitignore': 'ignored\n',
  '.gitattributes': '* text=auto eol=lf\n*.lfs filter=evil\n',
}

let repository: TestRepository
let root: string
let gitDir: string
let folder: string
const protocols = 'file'
const { signal } = new AbortController()

beforeAll(async () => {
  repository = makeRepository(base)
  root = mkdtempSync(join(tmpdir(), 'starter-git-'))
  gitDir = join(root, 'git')
  await fetchBase(gitDir, { cloneUrl: repository.url, token: null, commit: repository.commit }, { protocols, signal })
})

beforeEach(async () => {
  folder = join(root, 'tree')
  await checkOut(gitDir, repository.commit, folder)
})

afterAll(() => {
  repository.remove()
  rmSync(root, { recursive: true, force: true })
})

const collect = () => collectChanges(gitDir, repository.commit, folder)

describe('a checkout', () => {
  test('holds the files as they are in the commit, and nothing of git', () => {
    expect(readdirSync(folder).sort()).toEqual(
      ['.gitattributes', '.gitignore', 'binary.bin', 'crlf.txt', 'docs', 'keep', 'link', 'run.sh', 'text.txt'].sort(),
    )
    expect(readFileSync(join(folder, 'binary.bin'))).toEqual(base['binary.bin'])
  })
})

describe('the changes of a folder', () => {
  test.each<[string, Files]>([
    ['new text', { 'new/file.txt': 'new\n' }],
    ['bytes that are no text', { 'binary.bin': Buffer.from([1, 0, 2, 255, 254]) }],
    ['line ends', { 'text.txt': 'one\ntwo\n' }],
    ['a mode', { 'text.txt': { script: 'one\n' } }],
    ['an empty file', { empty: '' }],
    ['removals', { 'docs/größe 1.md': null, link: null }],
    ['a name outside ASCII', { 'docs/größe 2.md': 'ö\n' }],
    ['a folder in place of a file', { 'text.txt': null, 'text.txt/inner': 'x\n' }],
  ])('with %s give the tree of real git, and make it again from the base', async (_, files) => {
    writeFiles(folder, files)
    const { treeId, changes } = await collect()
    expect(treeId).toBe(repository.treeWith(files))
    expect(await applyChanges(gitDir, repository.commit, changes)).toBe(treeId)
  })

  test('are taken byte for byte, whatever the attributes of the tree say', async () => {
    writeFiles(folder, { 'win.txt': 'a\r\nb\r\n', 'big.lfs': 'content\n' })
    const { changes, treeId } = await collect()
    expect(changes).toContainEqual({
      path: 'win.txt',
      mode: '100644',
      content: Buffer.from('a\r\nb\r\n').toString('base64'),
    })
    expect(await applyChanges(gitDir, repository.commit, changes)).toBe(treeId)
  })

  test('leave out what the repository ignores, and are sorted', async () => {
    writeFiles(folder, { ignored: 'x', b: '1', a: '2', B: '3' })
    expect((await collect()).changes.map(({ path }) => path)).toEqual(['B', 'a', 'b'])
  })

  test('of an untouched folder are none', async () => {
    const { changes, treeId } = await collect()
    expect(changes).toEqual([])
    expect(treeId).toBe(repository.treeWith({}))
  })

  test.each<[string, Files, RegExp]>([
    ['a link', { evil: { link: '/etc/passwd' } }, /link or a submodule/],
    ['a file made a link', { 'text.txt': { link: 'run.sh' } }, /link or a submodule/],
    ['a repository inside', { 'sub/.git/HEAD': 'ref: refs/heads/main\n' }, /repository was left/],
    ['a .git file', { '.git': 'gitdir: /elsewhere\n' }, /repository was left/],
    [
      'too many files',
      Object.fromEntries(Array.from({ length: maxChangedFiles + 1 }, (_, at) => [`f${at}`, 'x'])),
      /files/,
    ],
    ['too many bytes', { big: Buffer.alloc(maxChangedBytes + 1) }, /bytes/],
  ])('with %s are unusable', async (_, files, reason) => {
    writeFiles(folder, files)
    await expect(collect()).rejects.toThrow(UnusableChanges)
    await expect(collect()).rejects.toThrow(reason)
  })
})

describe('changes applied to the base', () => {
  const write = (path: string): FileChange => ({ path, mode: '100644', content: 'eA==' })

  test('that contradict it lead to no tree', async () => {
    expect(await applyChanges(gitDir, repository.commit, [write('text.txt/inner')])).toBeUndefined()
    expect(await applyChanges(gitDir, repository.commit, [write('keep')])).toBeUndefined()
    expect(await applyChanges(gitDir, repository.commit, [write('../outside')])).toBeUndefined()
    expect(await applyChanges(gitDir, repository.commit, [write('.git/config')])).toBeUndefined()
  })

  test('are undone on protected paths and below them, and nowhere else', async () => {
    const changes = [write('keep/me.txt'), write('keep/new.txt'), write('keeper.txt'), write('text.txt')]
    const tree = (await applyChanges(gitDir, repository.commit, changes)) ?? ''
    const restored = await restorePaths(gitDir, repository.commit, tree, ['keep/', 'text.txt', 'absent'])
    expect(restored).toBe(repository.treeWith({ 'keeper.txt': 'x' }))
  })

  test.each<[string, FileChange[], Files]>([
    ['a changed file comes back', [write('keep/me.txt'), write('keeper.txt')], { 'keeper.txt': 'x' }],
    ['a removed file comes back', [{ path: 'docs/größe 1.md', deleted: true }, write('a.js')], { 'a.js': 'x' }],
    ['an added file goes', [write('keep/added.txt'), write('deep/er/added.md'), write('b.js')], { 'b.js': 'x' }],
    ['an added file of another case goes', [write('DEEP/ADDED.MD'), write('c.js')], { 'c.js': 'x' }],
    ['a mode comes back', [{ ...write('run.sh'), mode: '100644' }, write('d.js')], { 'd.js': 'x' }],
  ])('are undone where a pattern matches: %s', async (_, changes, rest) => {
    const tree = (await applyChanges(gitDir, repository.commit, changes)) ?? ''
    const restored = await restorePaths(gitDir, repository.commit, tree, ['**/*.md', 'keep/**/*.txt', '*.sh'])
    expect(restored).toBe(repository.treeWith(rest))
  })
})

describe('fetching', () => {
  const fetchTo = (name: string, cloneUrl: string, allowed = protocols) => {
    const repositoryFacts = { cloneUrl, token: null, commit: repository.commit }
    return fetchBase(join(root, name), repositoryFacts, { protocols: allowed, signal })
  }

  test.each(['https', 'https:http'])('a local path is refused where only %s is allowed', async (allowed) => {
    await expect(fetchTo('refused', repository.url, allowed)).rejects.toThrow(/not allowed/)
  })

  test('an address cannot name a program or an option', async () => {
    const witness = join(root, 'witness')
    await expect(fetchTo('program', `ext::touch ${witness}`, 'https:http')).rejects.toThrow()
    await expect(fetchTo('option', `--upload-pack=touch ${witness}`)).rejects.toThrow()
    expect(readdirSync(root)).not.toContain('witness')
  })

  test('brings one commit without its history', () => {
    expect(readFileSync(join(gitDir, 'shallow'), 'utf8').trim()).toBe(repository.commit)
  })
})
