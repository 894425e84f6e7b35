import { Hono } from 'hono'
import { z } from 'zod'
import type { Host } from '../context.ts'
import { objectType, resolveCommit } from '../git/read.ts'
import { gitDirectory } from '../git/run.ts'
import { toCheckRunJson } from '../json/check-run.ts'
import { findCheckRun, insertCheckRun, listCheckRuns } from '../store/check-runs.ts'
import { timestamp } from '../timestamp.ts'
import { ApiError, invalid, notFound } from './errors.ts'
import { readFields } from './fields.ts'
import { type HostContext, type HostEnv, readNumber, readPage, requireRepository, setPageLinks } from './request.ts'
import { requireWriteTarget } from './writer.ts'

const conclusions = ['success', 'failure', 'neutral', 'cancelled', 'skipped', 'timed_out', 'action_required'] as const
const fields = z.object({
  name: z.string().min(1),
  head_sha: z.string(),
  details_url: z.url().optional(),
  external_id: z.string().optional(),
  status: z.enum(['queued', 'in_progress', 'completed']).default('queued'),
  conclusion: z.enum(conclusions).optional(),
  started_at: z.iso.datetime().optional(),
  completed_at: z.iso.datetime().optional(),
  output: z
    .object({ title: z.string(), summary: z.string().max(65_535), text: z.string().max(65_535).optional() })
    .optional(),
})

/** Reports about commits, which Apps alone may write. */
export function checkRoutes(host: Host): Hono<HostEnv> {
  const routes = new Hono<HostEnv>()
  routes.post('/check-runs', (c) => createCheckRun(host, c))
  routes.get('/check-runs/:check_run_id', (c) => {
    const repository = requireRepository(host, c, { permission: 'checks', level: 'read' })
    const run = findCheckRun(host.db, readNumber(c, 'check_run_id'))
    if (run?.repository_id !== repository.id) throw notFound()
    return c.json(toCheckRunJson(host, repository, run))
  })
  routes.get('/commits/:ref{.+}/check-runs', (c) => listForCommit(host, c))
  return routes
}

async function createCheckRun(host: Host, c: HostContext): Promise<Response> {
  const { kind } = c.get('principal')
  if (kind !== 'installation') throw new ApiError(403, 'You must authenticate via a GitHub App.')
  const { repository, directory } = requireWriteTarget(host, c, 'checks')
  const { conclusion, completed_at, started_at, output, ...given } = await readFields(c, fields)
  const status = conclusion ? 'completed' : given.status
  if (status === 'completed' && !conclusion)
    throw invalid({ resource: 'CheckRun', field: 'conclusion', code: 'missing_field' })
  if ((await objectType(directory, given.head_sha)) !== 'commit')
    throw new ApiError(422, `No commit found for SHA: ${given.head_sha}`)
  const now = timestamp(host.now())
  const id = insertCheckRun(host.db, {
    repository_id: repository.id,
    head_sha: given.head_sha,
    name: given.name,
    status,
    conclusion: conclusion ?? null,
    details_url: given.details_url ?? new URL(host.app.callbackUrl).origin,
    external_id: given.external_id ?? null,
    title: output?.title ?? null,
    summary: output?.summary ?? null,
    text: output?.text ?? null,
    started_at: started_at ?? now,
    completed_at: status === 'completed' ? (completed_at ?? now) : null,
  })
  const run = findCheckRun(host.db, id)
  if (!run) throw new Error(`No check run ${id}`)
  const json = toCheckRunJson(host, repository, run)
  return c.json(json, 201, { location: json.url })
}

async function listForCommit(host: Host, c: HostContext): Promise<Response> {
  const repository = requireRepository(host, c, { permission: 'checks', level: 'read' })
  const name = c.req.param('ref') ?? ''
  const sha = await resolveCommit(gitDirectory(host.dataDir, repository.id), name)
  if (!sha) throw new ApiError(422, `No commit found for SHA: ${name}`)
  const ofOtherApp = ![undefined, String(host.app.id)].includes(c.req.query('app_id'))
  const all = ofOtherApp ? [] : listCheckRuns(host.db, repository.id, sha, c.req.query('check_name'))
  // By default only the newest of each name counts.
  const isLatest = (index: number) => all.findIndex(({ name }) => name === all[index]?.name) === index
  const runs = c.req.query('filter') === 'all' ? all : all.filter((_, index) => isLatest(index))
  const page = readPage(c)
  setPageLinks(host, c, page, runs.length)
  const shown = runs.slice(page.offset, page.offset + page.limit)
  return c.json({ total_count: runs.length, check_runs: shown.map((run) => toCheckRunJson(host, repository, run)) })
}
