import { z } from 'zod'
import { Failure } from '../domain/failure.ts'
import { pingWithinMs } from '../domain/readiness.ts'
import type { Allowance, PublicHost, PublicIssue, PublicRepository, Reading, Unchanged } from '../ports/public-host.ts'
import { unreadable } from './github-errors.ts'
import { createHostFetch } from './host-fetch.ts'
import { issueSchema, parse, repositorySchema, toHostIssue } from './wire.ts'

const perPage = 100
const publicRepository = repositorySchema.extend({ topics: z.array(z.string()).default([]) })
const publicIssue = issueSchema.extend({ id: z.int().min(1), assignees: z.array(z.unknown()).default([]) })

const publicTree = z.object({
  tree: z.array(z.object({ path: z.string(), mode: z.string(), type: z.string(), sha: z.string() })),
  truncated: z.boolean(),
})
const publicBlob = z.object({ content: z.string(), encoding: z.literal('base64') })

/** GitHub as a stranger sees it. There is no way to hand this a credential. */
export function createPublicHost({ apiUrl }: { apiUrl: string }): PublicHost {
  const ask = asking(apiUrl, createHostFetch(apiUrl))
  const askBriefly = asking(apiUrl, createHostFetch(apiUrl, pingWithinMs))
  const readOnce = async <Schema extends z.ZodType>(path: string, schema: Schema) => {
    const answer = await ask(path, null)
    const reading = answer && (await readAs(answer, (data) => parse(schema, data)))
    return reading && 'value' in reading ? reading.value : undefined
  }
  return {
    repository: async (place, etag) => {
      const path = 'id' in place ? `/repositories/${place.id}` : `/repos/${nameOf(place.fullName)}`
      const answer = await ask(path, etag)
      return answer && readAs(answer, (data) => toRepository(parse(publicRepository, data)))
    },
    issues: async (repositoryId, { since, page, etag }) => {
      const query = new URLSearchParams({
        state: 'all',
        sort: 'updated',
        direction: 'asc',
        per_page: String(perPage),
        page: String(page),
        ...(since && { since: since.toISOString() }),
      })
      const answer = await ask(`/repositories/${repositoryId}/issues?${query}`, etag)
      return answer && readAs(answer, (data) => toPage(parse(z.array(publicIssue), data), answer.response))
    },
    entries: async (fullName, commit) => {
      const found = await readOnce(`/repos/${nameOf(fullName)}/git/trees/${commit}?recursive=1`, publicTree)
      if (!found || found.truncated) return undefined
      return found.tree.flatMap(({ path, mode, type, sha }) => (type === 'tree' ? [] : [{ path, mode, id: sha }]))
    },
    blob: async (fullName, id) => {
      const found = await readOnce(`/repos/${nameOf(fullName)}/git/blobs/${id}`, publicBlob)
      return found && Buffer.from(found.content, 'base64')
    },
    // The one path that does not count against what a stranger may ask.
    ping: async () => {
      await askBriefly('/rate_limit', null)
    },
  }
}

type Answer = { response: Response; allowance: Allowance }

function asking(
  apiUrl: string,
  send: typeof fetch,
): (path: string, etag: string | null) => Promise<Answer | undefined> {
  return async (path, etag) => {
    const headers = { accept: 'application/vnd.github+json', 'user-agent': 'jobwright' }
    let response: Response
    try {
      response = await send(`${apiUrl}${path}`, { headers: { ...headers, ...(etag && { 'if-none-match': etag }) } })
    } catch (error) {
      throw new Failure('repository_host_unavailable', 'The repository host did not answer.', { cause: error })
    }
    const allowance = allowanceOf(response.headers)
    if (response.ok || response.status === 304) return { response, allowance }
    if (isLimited(response, allowance)) throw limited(response, allowance)
    // Gone, private, renamed to nothing, or taken down: a stranger sees none of it.
    if ([401, 403, 404, 410, 451].includes(response.status)) return undefined
    const code = response.status >= 500 ? 'repository_host_unavailable' : 'repository_host_refused'
    throw new Failure(code, `The repository host answered ${response.status}.`)
  }
}

async function readAs<T>({ response, allowance }: Answer, read: (data: unknown) => T): Promise<Reading<T> | Unchanged> {
  if (response.status === 304) return { unchanged: true, allowance }
  let data: unknown
  try {
    data = await response.json()
  } catch (error) {
    throw unreadable(error)
  }
  return { etag: response.headers.get('etag'), value: read(data), allowance }
}

function allowanceOf(headers: Headers): Allowance {
  const [remaining, reset] = [headers.get('x-ratelimit-remaining'), headers.get('x-ratelimit-reset')].map(Number)
  if (!headers.has('x-ratelimit-remaining') || !Number.isSafeInteger(remaining) || !reset) return null
  return { remaining: remaining ?? 0, resetAt: new Date(reset * 1_000) }
}

function isLimited(response: Response, allowance: Allowance): boolean {
  if (response.status === 429) return true
  return response.status === 403 && (allowance?.remaining === 0 || response.headers.has('retry-after'))
}

function limited(response: Response, allowance: Allowance): Failure {
  const said = Number(response.headers.get('retry-after'))
  const untilReset = allowance ? Math.ceil((allowance.resetAt.getTime() - Date.now()) / 1_000) : 60
  const retryAfterSeconds = Math.max(said > 0 ? said : untilReset, 1)
  return new Failure('repository_host_limited', 'The repository host lets strangers ask only so often.', {
    retryAfterSeconds,
  })
}

function toRepository(repository: z.output<typeof publicRepository>): PublicRepository | never {
  const { id, full_name: fullName, archived, language, topics } = repository
  return { id, fullName, archived, language: language ?? null, topics }
}

function toPage(issues: z.output<typeof publicIssue>[], response: Response) {
  return { issues: issues.map(toIssue), hasMore: /;\s*rel="next"/.test(response.headers.get('link') ?? '') }
}

function toIssue(issue: z.output<typeof publicIssue>): PublicIssue {
  const { number, title, body, labels, comments, author, state, isPullRequest, createdAt, updatedAt } =
    toHostIssue(issue)
  return {
    id: issue.id,
    number,
    title,
    body,
    labels,
    comments,
    author,
    isPullRequest,
    assignees: issue.assignees.length,
    isOpen: state === 'open',
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  }
}

function nameOf(fullName: string): string {
  return fullName.split('/').map(encodeURIComponent).join('/')
}
