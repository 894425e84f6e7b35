import { rm } from 'node:fs/promises'
import { git, tryGit } from './run.ts'

/** Content of a file after the commit; null deletes it. */
export type FileChanges = Record<string, string | null>

export type NewCommit = {
  branch: string
  message: string
  author: { name: string; email: string }
  date: Date
  files: FileChanges
  /** Branch to start from when `branch` is new; without it history starts here. */
  from?: string
}

/** Makes an empty bare repository, replacing whatever lies there. */
export async function createRepository(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true })
  await git(directory, ['init', '--quiet', '--bare', '--initial-branch=main'])
}

/** Adds commits in order; the same input gives the same object ids. */
export async function addCommits(directory: string, commits: readonly NewCommit[]): Promise<void> {
  const known = new Set<string>()
  const stream: string[] = []
  for (const commit of commits) {
    const parent = known.has(commit.branch) ? undefined : await parentOf(directory, commit, known)
    stream.push(describeCommit(commit, parent))
    known.add(commit.branch)
  }
  await git(directory, ['fast-import', '--quiet', '--force'], `${stream.join('')}done\n`)
}

async function parentOf(directory: string, commit: NewCommit, known: Set<string>): Promise<string | undefined> {
  if (await branchExists(directory, commit.branch)) return `refs/heads/${commit.branch}^0`
  if (commit.from === undefined || commit.from === commit.branch) return undefined
  return known.has(commit.from) ? `refs/heads/${commit.from}` : `refs/heads/${commit.from}^0`
}

async function branchExists(directory: string, branch: string): Promise<boolean> {
  return (await tryGit(directory, ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`])) !== undefined
}

function describeCommit(commit: NewCommit, parent: string | undefined): string {
  const person = `${commit.author.name} <${commit.author.email}> ${Math.floor(commit.date.getTime() / 1000)} +0000`
  const lines = [`commit refs/heads/${commit.branch}\n`, `author ${person}\n`, `committer ${person}\n`]
  lines.push(describeData(`${commit.message}\n`))
  if (parent) lines.push(`from ${parent}\n`)
  for (const [path, content] of Object.entries(commit.files)) {
    if (content === null) lines.push(`D ${quotePath(path)}\n`)
    else lines.push(`M ${modeOf(content)} inline ${quotePath(path)}\n`, describeData(content))
  }
  return `${lines.join('')}\n`
}

function describeData(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`
}

function modeOf(content: string): string {
  return content.startsWith('#!') ? '100755' : '100644'
}

function quotePath(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`
}
