import { z } from 'zod'
import type { Host } from '../context.ts'
import { existingBlobs, type TreeChange, writeBlobs, writeTree } from '../git/objects.ts'
import { listTree } from '../git/read.ts'
import { tryGit } from '../git/run.ts'
import { toTreeJson } from '../json/git.ts'
import { ApiError } from './errors.ts'
import { readFields } from './fields.ts'
import type { HostContext } from './request.ts'
import { assertNoWorkflow } from './workflow-guard.ts'
import { requireWriteTarget } from './writer.ts'

const entry = z.object({
  path: z.string().min(1),
  mode: z.enum(['100644', '100755', '120000']),
  type: z.literal('blob').default('blob'),
  sha: z.string().nullish(),
  content: z.string().optional(),
})
type Entry = z.output<typeof entry>
const fields = z.object({ base_tree: z.string().optional(), tree: z.array(entry) })

/** Lays files over a tree; entries are files alone, not whole folders. */
export async function createTree(host: Host, c: HostContext): Promise<Response> {
  const { repository, directory } = requireWriteTarget(host, c, 'contents')
  const { base_tree, tree } = await readFields(c, fields)
  const paths = tree.map(({ path }) => path)
  if (!paths.every(isPath)) throw new ApiError(422, 'tree.path contains a malformed path component')
  assertNoWorkflow(host, c, repository, paths)
  const base = base_tree === undefined ? undefined : await resolveTree(directory, base_tree)
  const changes = await toChanges(directory, base, tree)
  const sha = await writeTree(directory, base, changes)
  const json = toTreeJson(host, repository, sha, await listTree(directory, sha))
  return c.json(json, 201, { location: json.url })
}

async function toChanges(directory: string, base: string | undefined, tree: readonly Entry[]): Promise<TreeChange[]> {
  const known = base ? await listTree(directory, base, true) : []
  const paths = new Set(known.map(({ path }) => path))
  const contents = tree.flatMap(({ content }) => (content === undefined ? [] : [Buffer.from(content, 'utf8')]))
  const written = (await writeBlobs(directory, contents)).values()
  const blobs = await existingBlobs(
    directory,
    tree.flatMap(({ sha }) => (sha ? [sha] : [])),
  )
  return tree.map(({ path, mode, sha, content }) => {
    if ((sha === undefined) === (content === undefined))
      throw new ApiError(422, 'Must supply either tree.sha or tree.content.')
    if (sha === undefined) return { path, mode, sha: written.next().value }
    if (sha === null && !paths.has(path)) throw new ApiError(422, 'GitRPC::BadObjectState')
    if (sha !== null && !blobs.has(sha)) throw new ApiError(422, `tree.sha ${sha} is not a valid blob`)
    return { path, mode, sha: sha ?? undefined }
  })
}

async function resolveTree(directory: string, name: string): Promise<string> {
  const isId = /^[0-9a-f]{40}$/.test(name)
  const tree = isId && (await tryGit(directory, ['rev-parse', '--verify', '--quiet', `${name}^{tree}`]))
  if (!tree) throw new ApiError(422, 'base_tree is not a valid tree oid')
  return tree.trim()
}

function isPath(path: string): boolean {
  return !/[\0]/.test(path) && path.split('/').every((part) => !/^(?:\.{0,2}|\.git)$/i.test(part))
}
