import { Hono } from 'hono'
import type { Host } from '../context.ts'
import {
  listChangedFiles,
  listCommitIds,
  listRefs,
  listTree,
  objectType,
  readBlob,
  readCommit,
  resolveCommit,
} from '../git/read.ts'
import { git, gitDirectory } from '../git/run.ts'
import {
  toBase64Lines,
  toCommitJson,
  toDetailedCommitJson,
  toGitCommitJson,
  toRefJson,
  toTreeJson,
} from '../json/git.ts'
import { nodeId } from '../json/node-id.ts'
import { fullName, type Repository } from '../store/repositories.ts'
import { wantsRaw } from './content-routes.ts'
import { ApiError, notFound } from './errors.ts'
import { type HostContext, type HostEnv, readPage, requireRepository, setPageLinks } from './request.ts'

/** As many entries as a recursive tree has at most. */
const treeEntriesMax = 100_000

/** Branches, commits and raw git objects, read from the bare repository. */
export function gitRoutes(host: Host): Hono<HostEnv> {
  const routes = new Hono<HostEnv>()
  routes.get('/branches', (c) => listBranches(host, c))
  routes.get('/branches/:branch{.+}', (c) => showBranch(host, c, c.req.param('branch')))
  routes.get('/commits', (c) => listCommits(host, c))
  routes.get('/commits/:ref{.+}', (c) => showCommit(host, c, c.req.param('ref')))
  routes.get('/git/ref/:ref{.+}', async (c) => {
    const { repository, directory } = readTarget(host, c)
    const name = `refs/${c.req.param('ref')}`
    const ref = (await listRefs(directory, name)).find((one) => one.ref === name)
    if (!ref) throw notFound()
    return c.json(toRefJson(host, repository, ref))
  })
  routes.get('/git/matching-refs/:ref{.*}', async (c) => {
    const { repository, directory } = readTarget(host, c)
    const refs = await listRefs(directory, `refs/${c.req.param('ref')}`)
    return c.json(refs.map((ref) => toRefJson(host, repository, ref)))
  })
  routes.get('/git/commits/:sha', async (c) => {
    const { repository, directory } = readTarget(host, c)
    const sha = c.req.param('sha')
    if (!isFullId(sha) || (await objectType(directory, sha)) !== 'commit') throw notFound()
    return c.json(toGitCommitJson(host, repository, await readCommit(directory, sha)))
  })
  routes.get('/git/trees/:sha{.+}', (c) => showTree(host, c, c.req.param('sha')))
  routes.get('/git/blobs/:sha', (c) => showBlob(host, c, c.req.param('sha')))
  return routes
}

async function listBranches(host: Host, c: HostContext): Promise<Response> {
  const { repository, directory } = readTarget(host, c)
  const page = readPage(c)
  const refs = await listRefs(directory, 'refs/heads/')
  setPageLinks(host, c, page, refs.length)
  return c.json(
    refs.slice(page.offset, page.offset + page.limit).map((ref) => ({
      name: ref.ref.slice('refs/heads/'.length),
      commit: { sha: ref.sha, url: `${host.apiUrl}/repos/${fullName(repository)}/commits/${ref.sha}` },
      protected: false,
    })),
  )
}

async function showBranch(host: Host, c: HostContext, name: string): Promise<Response> {
  const { repository, directory } = readTarget(host, c)
  const ref = (await listRefs(directory, `refs/heads/${name}`)).find((one) => one.ref === `refs/heads/${name}`)
  if (!ref) throw new ApiError(404, 'Branch not found')
  const url = `${host.apiUrl}/repos/${fullName(repository)}/branches/${name}`
  return c.json({
    name,
    commit: toCommitJson(host, repository, await readCommit(directory, ref.sha)),
    _links: { self: url, html: `${host.url}/${fullName(repository)}/tree/${name}` },
    protected: false,
    protection: { enabled: false, required_status_checks: { enforcement_level: 'off', contexts: [], checks: [] } },
    protection_url: `${url}/protection`,
  })
}

async function listCommits(host: Host, c: HostContext): Promise<Response> {
  const { repository, directory } = readTarget(host, c)
  const page = readPage(c)
  const start = await resolveCommit(directory, c.req.query('sha') || repository.default_branch)
  if (!start) throw notFound()
  const path = c.req.query('path')
  const ids = await listCommitIds(directory, start, { limit: page.limit, offset: page.offset, path })
  const total = (await git(directory, ['rev-list', '--count', start, ...(path ? ['--', path] : [])])).toString('utf8')
  setPageLinks(host, c, page, Number(total))
  const commits = await Promise.all(ids.map((id) => readCommit(directory, id)))
  return c.json(commits.map((commit) => toCommitJson(host, repository, commit)))
}

async function showCommit(host: Host, c: HostContext, name: string): Promise<Response> {
  const { repository, directory } = readTarget(host, c)
  const sha = await resolveCommit(directory, name)
  if (!sha) throw new ApiError(422, `No commit found for SHA: ${name}`)
  if (/application\/vnd\.github(?:\.v3)?\.sha/.test(c.req.header('accept') ?? '')) return c.text(sha)
  const commit = await readCommit(directory, sha)
  return c.json(toDetailedCommitJson(host, repository, commit, await listChangedFiles(directory, commit)))
}

async function showTree(host: Host, c: HostContext, name: string): Promise<Response> {
  const { repository, directory } = readTarget(host, c)
  const commit = await resolveCommit(directory, name)
  const sha = commit ? (await readCommit(directory, commit)).tree : name
  if (!isFullId(sha) || (await objectType(directory, sha)) !== 'tree') throw notFound()
  const recursive = c.req.query('recursive') !== undefined
  const entries = await listTree(directory, sha, recursive)
  const most = recursive ? (host.faults.show().treeEntries ?? treeEntriesMax) : entries.length
  return c.json(toTreeJson(host, repository, sha, entries.slice(0, most), entries.length > most))
}

async function showBlob(host: Host, c: HostContext, sha: string): Promise<Response> {
  const { repository, directory } = readTarget(host, c)
  if (!isFullId(sha) || (await objectType(directory, sha)) !== 'blob') throw notFound()
  const blob = await readBlob(directory, sha)
  if (wantsRaw(c)) {
    return c.body(new Uint8Array(blob), 200, { 'content-type': 'application/vnd.github.raw+json; charset=utf-8' })
  }
  return c.json({
    sha,
    node_id: `${nodeId('B', repository.id)}${sha.slice(0, 12)}`,
    size: blob.length,
    url: `${host.apiUrl}/repos/${fullName(repository)}/git/blobs/${sha}`,
    content: toBase64Lines(blob),
    encoding: 'base64',
  })
}

function readTarget(host: Host, c: HostContext): { repository: Repository; directory: string } {
  const repository = requireRepository(host, c, { permission: 'contents', level: 'read' })
  return { repository, directory: gitDirectory(host.dataDir, repository.id) }
}

function isFullId(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text)
}
