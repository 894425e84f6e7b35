import type { Host } from '../context.ts'
import type { ChangedFile, Commit, Ref, TreeEntry } from '../git/read.ts'
import type { Account } from '../store/accounts.ts'
import { all } from '../store/database.ts'
import { fullName, type Repository } from '../store/repositories.ts'
import { toAccountJson } from './account.ts'
import { nodeId } from './node-id.ts'

export function toCommitJson(host: Host, repository: Repository, commit: Commit) {
  const base = `${host.apiUrl}/repos/${fullName(repository)}`
  const htmlBase = `${host.url}/${fullName(repository)}/commit`
  return {
    sha: commit.sha,
    node_id: commitNodeId(repository, commit.sha),
    commit: {
      author: commit.author,
      committer: commit.committer,
      message: commit.message,
      tree: { sha: commit.tree, url: `${base}/git/trees/${commit.tree}` },
      url: `${base}/git/commits/${commit.sha}`,
      comment_count: 0,
      verification: unsigned,
    },
    url: `${base}/commits/${commit.sha}`,
    html_url: `${htmlBase}/${commit.sha}`,
    comments_url: `${base}/commits/${commit.sha}/comments`,
    author: accountByEmail(host, commit.author.email),
    committer: accountByEmail(host, commit.committer.email),
    parents: commit.parents.map((sha) => ({ sha, url: `${base}/commits/${sha}`, html_url: `${htmlBase}/${sha}` })),
  }
}

/** A commit with the files it changed. */
export function toDetailedCommitJson(host: Host, repository: Repository, commit: Commit, files: ChangedFile[]) {
  const additions = files.reduce((sum, file) => sum + file.additions, 0)
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0)
  const contents = `${host.apiUrl}/repos/${fullName(repository)}/contents`
  return {
    ...toCommitJson(host, repository, commit),
    stats: { total: additions + deletions, additions, deletions },
    files: files.map((file) => ({
      sha: file.sha,
      filename: file.path,
      status: file.status,
      additions: file.additions,
      deletions: file.deletions,
      changes: file.additions + file.deletions,
      blob_url: `${host.url}/${fullName(repository)}/blob/${commit.sha}/${encodePath(file.path)}`,
      raw_url: `${host.url}/${fullName(repository)}/raw/${commit.sha}/${encodePath(file.path)}`,
      contents_url: `${contents}/${encodePath(file.path)}?ref=${commit.sha}`,
    })),
  }
}

/** A commit as the Git data API shows it. */
export function toGitCommitJson(host: Host, repository: Repository, commit: Commit) {
  const base = `${host.apiUrl}/repos/${fullName(repository)}/git`
  const htmlBase = `${host.url}/${fullName(repository)}/commit`
  return {
    sha: commit.sha,
    node_id: commitNodeId(repository, commit.sha),
    url: `${base}/commits/${commit.sha}`,
    html_url: `${htmlBase}/${commit.sha}`,
    author: commit.author,
    committer: commit.committer,
    tree: { sha: commit.tree, url: `${base}/trees/${commit.tree}` },
    message: commit.message,
    parents: commit.parents.map((sha) => ({ sha, url: `${base}/commits/${sha}`, html_url: `${htmlBase}/${sha}` })),
    verification: unsigned,
  }
}

export function toRefJson(host: Host, repository: Repository, ref: Ref) {
  const base = `${host.apiUrl}/repos/${fullName(repository)}/git`
  return {
    ref: ref.ref,
    node_id: `REF_${Buffer.from(`${repository.id}:${ref.ref}`).toString('base64url')}`,
    url: `${base}/${ref.ref}`,
    object: { sha: ref.sha, type: ref.type, url: `${base}/${ref.type}s/${ref.sha}` },
  }
}

export function toTreeJson(
  host: Host,
  repository: Repository,
  sha: string,
  entries: readonly TreeEntry[],
  truncated = false,
) {
  const base = `${host.apiUrl}/repos/${fullName(repository)}/git`
  return {
    sha,
    url: `${base}/trees/${sha}`,
    tree: entries.map((entry) => ({
      path: entry.path,
      mode: entry.mode,
      type: entry.type,
      sha: entry.sha,
      ...(entry.size !== undefined && { size: entry.size }),
      ...(entry.type !== 'commit' && { url: `${base}/${entry.type}s/${entry.sha}` }),
    })),
    truncated,
  }
}

/** A file or folder without content, as folder listings show it. */
export function toContentJson(host: Host, repository: Repository, entry: TreeEntry, ref: string) {
  const base = `${host.apiUrl}/repos/${fullName(repository)}`
  const path = encodePath(entry.path)
  const isFile = entry.type === 'blob'
  const links = {
    self: `${base}/contents/${path}?ref=${encodeURIComponent(ref)}`,
    git: `${base}/git/${isFile ? 'blobs' : 'trees'}/${entry.sha}`,
    html: `${host.url}/${fullName(repository)}/${isFile ? 'blob' : 'tree'}/${ref}/${path}`,
  }
  return {
    name: entry.path.split('/').at(-1) ?? '',
    path: entry.path,
    sha: entry.sha,
    size: entry.size ?? 0,
    url: links.self,
    html_url: links.html,
    git_url: links.git,
    download_url: isFile ? `${host.url}/raw/${fullName(repository)}/${ref}/${path}` : null,
    type: contentType(entry),
    _links: links,
  }
}

/** Base64 in lines of 60 characters, as the API wraps it. */
export function toBase64Lines(content: Buffer): string {
  return content.toString('base64').replaceAll(/.{1,60}/g, '$&\n')
}

const unsigned = { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null }

function contentType(entry: TreeEntry): 'file' | 'dir' | 'symlink' | 'submodule' {
  if (entry.type === 'tree') return 'dir'
  if (entry.type === 'commit') return 'submodule'
  return entry.mode === '120000' ? 'symlink' : 'file'
}

function commitNodeId(repository: Repository, sha: string): string {
  return `${nodeId('C', repository.id)}${sha.slice(0, 12)}`
}

function accountByEmail(host: Host, email: string) {
  const [account] = all<Account>(host.db, 'SELECT * FROM accounts WHERE email = ?', email)
  return account ? toAccountJson(host, account) : null
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
