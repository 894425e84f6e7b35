import { Hono } from 'hono'
import { z } from 'zod'
import type { Host } from '../context.ts'
import { createRef, isRefName, type Signature, writeBlob, writeCommit } from '../git/objects.ts'
import { listRefs, objectType, readCommit } from '../git/read.ts'
import { toGitCommitJson, toRefJson } from '../json/git.ts'
import type { Account } from '../store/accounts.ts'
import { fullName } from '../store/repositories.ts'
import { announcePush } from '../world/pushes.ts'
import { ApiError } from './errors.ts'
import { readFields } from './fields.ts'
import type { HostContext, HostEnv } from './request.ts'
import { createTree } from './tree-routes.ts'
import { assertWorkflowsUntouched } from './workflow-guard.ts'
import { requireWriteTarget } from './writer.ts'

const objectId = z.string().regex(/^[0-9a-f]{40}$/)
const blobFields = z.object({ content: z.string(), encoding: z.enum(['utf-8', 'base64']).default('utf-8') })
const signature = z.object({
  name: z.string().regex(/^[^<>\n\0]+$/),
  email: z.string().regex(/^[^<>\n\0]+$/),
  date: z.iso.datetime({ offset: true }).optional(),
})
const commitFields = z.object({
  message: z.string(),
  tree: objectId,
  parents: z.array(objectId).default([]),
  author: signature.optional(),
  committer: signature.optional(),
})
const refFields = z.object({ ref: z.string(), sha: objectId })

/** Raw git objects and branches, written into the bare repository. */
export function gitWriteRoutes(host: Host): Hono<HostEnv> {
  const routes = new Hono<HostEnv>()
  routes.post('/git/blobs', (c) => createBlob(host, c))
  routes.post('/git/trees', (c) => createTree(host, c))
  routes.post('/git/commits', (c) => createCommit(host, c))
  routes.post('/git/refs', (c) => createReference(host, c))
  return routes
}

async function createBlob(host: Host, c: HostContext): Promise<Response> {
  const { repository, directory } = requireWriteTarget(host, c, 'contents')
  const { content, encoding } = await readFields(c, blobFields)
  const sha = await writeBlob(directory, Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8'))
  const url = `${host.apiUrl}/repos/${fullName(repository)}/git/blobs/${sha}`
  return c.json({ sha, url }, 201, { location: url })
}

async function createCommit(host: Host, c: HostContext): Promise<Response> {
  const { repository, directory, writer } = requireWriteTarget(host, c, 'contents')
  const { message, tree, parents, author, committer } = await readFields(c, commitFields)
  if ((await objectType(directory, tree)) !== 'tree') throw new ApiError(422, 'Tree SHA does not exist')
  for (const parent of parents)
    if ((await objectType(directory, parent)) !== 'commit')
      throw new ApiError(422, 'Parent SHA does not exist or is not a commit object')
  const by = toSignature(host, author, writer)
  const sha = await writeCommit(directory, {
    tree,
    parents,
    message,
    author: by,
    committer: committer ? toSignature(host, committer, writer) : by,
  })
  const json = toGitCommitJson(host, repository, await readCommit(directory, sha))
  return c.json(json, 201, { location: json.url })
}

async function createReference(host: Host, c: HostContext): Promise<Response> {
  const { repository, directory, writer } = requireWriteTarget(host, c, 'contents')
  const { ref, sha } = await readFields(c, refFields)
  const isName = /^refs\/(?:heads|tags)\/./.test(ref) && (await isRefName(directory, ref))
  if (!isName) throw new ApiError(422, `${ref} is not a valid ref name.`)
  if ((await objectType(directory, sha)) !== 'commit') throw new ApiError(422, 'Object does not exist')
  await assertWorkflowsUntouched(host, c, { repository, directory, sha })
  if (!(await createRef(directory, ref, sha))) {
    const isTaken = (await listRefs(directory, ref)).some((known) => known.ref === ref)
    throw new ApiError(422, isTaken ? 'Reference already exists' : 'Reference update failed')
  }
  await announcePush(host, repository, { ref, before: undefined, after: sha, sender: writer })
  const json = toRefJson(host, repository, { ref, sha, type: 'commit' })
  return c.json(json, 201, { location: json.url })
}

function toSignature(host: Host, given: z.output<typeof signature> | undefined, writer: Account): Signature {
  if (given) return { name: given.name, email: given.email, date: given.date ? new Date(given.date) : host.now() }
  const email = writer.email ?? `${writer.id}+${writer.login}@users.noreply.example.test`
  return { name: writer.name ?? writer.login, email, date: host.now() }
}
