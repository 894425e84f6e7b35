import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { FileChange } from '#lib/domain/result.ts'

const person = { name: 'Conformance', email: 'conformance@example.org', date: '2026-01-01T00:00:00Z' }
export const gitEnvironment = {
  NODE_ENV: process.env.NODE_ENV,
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: person.name,
  GIT_AUTHOR_EMAIL: person.email,
  GIT_AUTHOR_DATE: person.date,
  GIT_COMMITTER_NAME: person.name,
  GIT_COMMITTER_EMAIL: person.email,
  GIT_COMMITTER_DATE: person.date,
}
const noObject = '0'.repeat(40)

const files = {
  'README.md': 'A repository of the conformance kit. The file `value` should say `good`.\n',
  'old.txt': 'old\n',
  value: 'bad\n',
  'checks/check.sh': 'grep -q good value\n',
  'bin/check': '#!/bin/sh\nexit 0\n',
}

/** A real repository with one commit, and what git makes of changes to it. */
export type Repository = {
  folder: string
  commit: string
  /** The tree id that git gives to the base with these changes. Throws when they cannot be applied. */
  treeWith(changes: readonly FileChange[]): string
  remove(): void
}

export function makeRepository(): Repository {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-repository-'))
  const git = (args: string[], input = '', env: Record<string, string> = {}) =>
    execFileSync('git', args, {
      cwd: folder,
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...gitEnvironment, ...env },
    }).trim()
  git(['init', '--quiet', '--initial-branch=main'])
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content, { mode: path.startsWith('bin/') ? 0o755 : 0o644 })
  }
  git(['add', '--all'])
  git(['commit', '--quiet', '--message', 'base'])
  const commit = git(['rev-parse', 'HEAD'])
  const blob = (content: string) =>
    execFileSync('git', ['hash-object', '-w', '--stdin'], {
      cwd: folder,
      env: gitEnvironment,
      input: Buffer.from(content, 'base64'),
    })
      .toString()
      .trim()
  return {
    folder,
    commit,
    treeWith: (changes) => {
      const index = { GIT_INDEX_FILE: join(folder, '.git', 'conformance-index') }
      git(['read-tree', commit], '', index)
      const lines = changes.map((change) =>
        'deleted' in change
          ? `0 ${noObject}\t${change.path}\0`
          : `${change.mode} ${blob(change.content)}\t${change.path}\0`,
      )
      git(['update-index', '-z', '--index-info'], lines.join(''), index)
      return git(['write-tree'], '', index)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export function written(path: string, content: string): FileChange {
  return { path, mode: '100644', content: Buffer.from(content).toString('base64') }
}
