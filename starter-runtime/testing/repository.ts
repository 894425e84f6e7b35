import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const env = {
  ...process.env,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.org',
}

export type Files = Record<string, string | Uint8Array | { link: string } | { script: string } | null>

export type TestRepository = {
  folder: string
  url: string
  commit: string
  /** Makes these changes in the repository and says what real git calls the tree. */
  treeWith(files: Files): string
  remove(): void
}

/** A real repository with one commit, to be cloned by its path. */
export function makeRepository(files: Files): TestRepository {
  const folder = mkdtempSync(join(tmpdir(), 'starter-repository-'))
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  git('init', '--quiet', '--initial-branch=main')
  writeFiles(folder, files)
  git('add', '--all')
  git('commit', '--quiet', '--message', 'base')
  const commit = git('rev-parse', 'HEAD')
  return {
    folder,
    url: `file://${folder}/.git`,
    commit,
    treeWith: (changed) => {
      writeFiles(folder, changed)
      git('add', '--all')
      const tree = git('write-tree')
      git('reset', '--quiet', '--hard', commit)
      return tree
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Writes files, links and scripts below a folder; null removes one. */
export function writeFiles(folder: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    rmSync(path, { force: true, recursive: true })
    if (content === null) continue
    mkdirSync(dirname(path), { recursive: true })
    if (typeof content === 'string' || content instanceof Uint8Array) writeFileSync(path, content)
    else if ('link' in content) symlinkSync(content.link, path)
    else {
      writeFileSync(path, content.script)
      chmodSync(path, 0o755)
    }
  }
}
