import { Hono } from 'hono'
import type { Host } from '../context.ts'
import { findEntry, listTree, readBlob, resolveCommit, type TreeEntry } from '../git/read.ts'
import { gitDirectory } from '../git/run.ts'
import { toBase64Lines, toContentJson } from '../json/git.ts'
import type { Repository } from '../store/repositories.ts'
import { ApiError, notFound } from './errors.ts'
import { type HostContext, type HostEnv, requireRepository } from './request.ts'

// Larger files come only through the raw media type, as at the real host.
const jsonContentMaxBytes = 1024 * 1024

/** Files and folders at a commit. */
export function contentRoutes(host: Host): Hono<HostEnv> {
  const routes = new Hono<HostEnv>()
  routes.get('/readme', (c) => showReadme(host, c))
  routes.get('/contents', (c) => showContents(host, c, ''))
  routes.get('/contents/:path{.*}', (c) => showContents(host, c, c.req.param('path')))
  return routes
}

async function showReadme(host: Host, c: HostContext): Promise<Response> {
  const { directory, sha } = await readTarget(host, c)
  const readme = (await listTree(directory, sha)).find((entry) => /^readme(?:\.\w+)?$/i.test(entry.path))
  if (!readme) throw notFound()
  return showContents(host, c, readme.path)
}

async function showContents(host: Host, c: HostContext, requested: string): Promise<Response> {
  const { repository, directory, ref, sha } = await readTarget(host, c)
  const path = requested.replace(/\/+$/, '')
  if (/(?:^|\/)\.{0,2}(?:\/|$)/.test(path) && path !== '') throw notFound()
  const entry = await findEntry(directory, sha, path)
  if (!entry) throw notFound()
  if (entry.type === 'blob') return showFile(host, c, { repository, directory, ref }, entry)
  const children = await listTree(directory, entry.sha)
  const prefix = path === '' ? '' : `${path}/`
  return c.json(
    children.map((child) => toContentJson(host, repository, { ...child, path: `${prefix}${child.path}` }, ref)),
  )
}

type Target = { repository: Repository; directory: string; ref: string }

async function showFile(host: Host, c: HostContext, target: Target, entry: TreeEntry): Promise<Response> {
  const blob = await readBlob(target.directory, entry.sha)
  if (wantsRaw(c)) {
    return c.body(new Uint8Array(blob), 200, { 'content-type': 'application/vnd.github.raw+json; charset=utf-8' })
  }
  const inline = blob.length <= jsonContentMaxBytes
  return c.json({
    ...toContentJson(host, target.repository, entry, target.ref),
    content: inline ? toBase64Lines(blob) : '',
    encoding: inline ? 'base64' : 'none',
  })
}

async function readTarget(host: Host, c: HostContext): Promise<Target & { sha: string }> {
  const repository = requireRepository(host, c, { permission: 'contents', level: 'read' })
  const directory = gitDirectory(host.dataDir, repository.id)
  const ref = c.req.query('ref') || repository.default_branch
  const sha = await resolveCommit(directory, ref)
  if (!sha) throw new ApiError(404, `No commit found for the ref ${ref}`)
  return { repository, directory, ref, sha }
}

export function wantsRaw(c: HostContext): boolean {
  return /application\/vnd\.github(?:\.v3)?\.raw/.test(c.req.header('accept') ?? '')
}
