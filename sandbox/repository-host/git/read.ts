import { git, gitAbout, gitOnce, tryGit } from './run.ts'

export type TreeEntry = {
  mode: string
  type: 'blob' | 'tree' | 'commit'
  sha: string
  size: number | undefined
  path: string
}

type Signature = { name: string; email: string; date: string }

export type Commit = {
  sha: string
  tree: string
  parents: string[]
  author: Signature
  committer: Signature
  message: string
}

export type Ref = { ref: string; sha: string; type: string }

// Starts with no dash and has no revision operators, so it can only be a name or an object id.
const safeName = /^(?![-/.])(?!.*(?:\.\.|@\{|\/\/|\.lock$|\/$))[^\p{Cc}\s~^:?*[\\]+$/u

/** The object id that a branch, tag, full ref or object id names; undefined when there is none. */
export async function resolveCommit(directory: string, name: string): Promise<string | undefined> {
  if (!safeName.test(name)) return undefined
  // What an id names never changes, and no branch may have the form of one, so it is looked up once.
  if (/^[0-9a-f]{40}$/.test(name))
    return (await tryGit(directory, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], gitOnce))?.trim()
  const candidates = [`refs/heads/${name}`, `refs/tags/${name}`, name]
  const found = await git(
    directory,
    ['cat-file', '--batch-check'],
    candidates.map((one) => `${one}^{commit}\n`).join(''),
  )
  return /^([0-9a-f]{40}) commit /m.exec(found.toString('utf8'))?.[1]
}

/** Type of the object with this id, which may be shortened. */
export async function objectType(directory: string, sha: string): Promise<string | undefined> {
  if (!/^[0-9a-f]{4,40}$/.test(sha)) return undefined
  return (await tryGit(directory, ['cat-file', '-t', sha], gitAbout(sha)))?.trim()
}

export async function readCommit(directory: string, sha: string): Promise<Commit> {
  const format = ['%H', '%T', '%P', '%an', '%ae', '%aI', '%cn', '%ce', '%cI', '%B'].join('%x00')
  const output = await gitAbout(sha)(directory, ['show', '--no-patch', `--format=${format}`, sha])
  return parseCommit(output.toString('utf8'))
}

/** Ids of commits reachable from `sha`, newest first. */
export async function listCommitIds(
  directory: string,
  sha: string,
  page: { limit: number; offset: number; path?: string | undefined },
): Promise<string[]> {
  const paths = page.path ? ['--', page.path] : []
  const output = await git(directory, ['rev-list', `--max-count=${page.limit}`, `--skip=${page.offset}`, sha, ...paths])
  return output.toString('utf8').split('\n').filter(Boolean)
}

/** Entries of a tree, commit or `<commit>:<folder>`. */
export async function listTree(directory: string, treeish: string, recursive = false): Promise<TreeEntry[]> {
  const flags = recursive ? ['-r', '-t'] : []
  const output = await gitAbout(treeish)(directory, ['ls-tree', '-z', '--long', ...flags, treeish])
  return output.toString('utf8').split('\0').filter(Boolean).map(parseEntry)
}

/** What lies at a path of a commit; the empty path is the root folder. */
export async function findEntry(directory: string, commit: string, path: string): Promise<TreeEntry | undefined> {
  if (path === '') {
    const sha = await tryGit(directory, ['rev-parse', '--verify', '--quiet', `${commit}^{tree}`], gitAbout(commit))
    return sha ? { mode: '040000', type: 'tree', sha: sha.trim(), size: undefined, path } : undefined
  }
  const args = ['--literal-pathspecs', 'ls-tree', '-z', '--long', commit, '--', path]
  const output = await tryGit(directory, args, gitAbout(commit))
  const entry = output?.split('\0').find(Boolean)
  return entry ? parseEntry(entry) : undefined
}

export function readBlob(directory: string, sha: string): Promise<Buffer> {
  return gitAbout(sha)(directory, ['cat-file', 'blob', sha])
}

export async function listRefs(directory: string, prefix: string): Promise<Ref[]> {
  const format = '%(refname) %(objectname) %(objecttype)'
  const output = await git(directory, ['for-each-ref', `--format=${format}`, 'refs/heads', 'refs/tags'])
  return output
    .toString('utf8')
    .split('\n')
    .filter((line) => line.startsWith(prefix))
    .map((line) => {
      const [ref = '', sha = '', type = ''] = line.split(' ')
      return { ref, sha, type }
    })
}

export type ChangedFile = { path: string; status: string; additions: number; deletions: number; sha: string }

/** Files that differ between a commit and its first parent, or all of a first commit's. */
export function listChangedFiles(directory: string, commit: Commit): Promise<ChangedFile[]> {
  return listDifference(directory, commit.parents[0], commit.sha)
}

/** Files that differ between two commits, or all of the second one's. */
export async function listDifference(directory: string, from: string | undefined, to: string): Promise<ChangedFile[]> {
  const base = ['diff-tree', '-r', '-z', '--root', '--no-commit-id', '--no-renames']
  const range = from ? [from, to] : [to]
  const [raw, numbers] = await Promise.all([
    git(directory, [...base, '--raw', '--no-abbrev', ...range]),
    git(directory, [...base, '--numstat', ...range]),
  ])
  const counts = numbers.toString('utf8').split('\0').filter(Boolean)
  const fields = raw.toString('utf8').split('\0').filter(Boolean)
  return counts.map((line, index) => {
    const [added, removed, path = ''] = line.split('\t')
    const [, , , sha = '', letter = 'M'] = (fields[index * 2] ?? '').split(' ')
    const status = { A: 'added', D: 'removed' }[letter] ?? 'modified'
    return { path, status, additions: Number(added) || 0, deletions: Number(removed) || 0, sha }
  })
}

/** The newest commit that both come from. */
export async function mergeBase(directory: string, one: string, other: string): Promise<string | undefined> {
  return (await tryGit(directory, ['merge-base', one, other]))?.trim() || undefined
}

function parseEntry(line: string): TreeEntry {
  const tab = line.indexOf('\t')
  const [mode = '', type = '', sha = '', size = '-'] = line.slice(0, tab).split(/ +/)
  return {
    mode,
    type: toEntryType(type),
    sha,
    size: size === '-' ? undefined : Number(size),
    path: line.slice(tab + 1),
  }
}

function toEntryType(type: string): TreeEntry['type'] {
  return type === 'tree' || type === 'commit' ? type : 'blob'
}

function parseCommit(text: string): Commit {
  const [sha = '', tree = '', parents = '', ...rest] = text.split('\0')
  const [an = '', ae = '', ad = '', cn = '', ce = '', cd = '', message = ''] = rest
  return {
    sha,
    tree,
    parents: parents.split(' ').filter(Boolean),
    author: { name: an, email: ae, date: toUtc(ad) },
    committer: { name: cn, email: ce, date: toUtc(cd) },
    message: message.trimEnd(),
  }
}

function toUtc(date: string): string {
  return `${new Date(date).toISOString().slice(0, 19)}Z`
}
