import { readAtMost } from '../domain/read-at-most.ts'
import { AnswerStore, answerKey } from './answer-store.ts'

const usualMs = 10_000
const hopsMax = 2
const bodyMax = 16 * 1024 * 1024
const redirects = [301, 302, 307, 308]

/**
 * A fetch for the host's API: bounded in time and size, reads sent with what is known of them, and redirects followed
 * for reads alone, twice at most, within the API itself, so that a token never reaches another place.
 */
export function createHostFetch(apiUrl: string, timeoutMs = usualMs): typeof fetch {
  const store = new AnswerStore()
  return async (input, init = {}) => {
    const signal = AbortSignal.timeout(timeoutMs)
    let url = String(input)
    for (let hops = 0; ; hops += 1) {
      const answer = await send(store, url, { ...init, signal })
      if (!redirects.includes(answer.status)) return answer
      const target = new URL(answer.headers.get('location') ?? '', url)
      const isRead = (init.method ?? 'GET') === 'GET'
      if (!isRead || hops >= hopsMax || !isWithin(apiUrl, target))
        throw new Error('the host redirects to a place that is not followed')
      url = target.href
    }
  }
}

function isWithin(apiUrl: string, { origin, pathname, username, password }: URL): boolean {
  const api = new URL(apiUrl)
  const base = api.pathname.replace(/\/$/, '')
  return origin === api.origin && pathname.startsWith(`${base}/`) && username === '' && password === ''
}

async function send(store: AnswerStore, url: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers)
  const authorization = headers.get('authorization')
  const key = authorization && (init.method ?? 'GET') === 'GET' ? answerKey(authorization, url) : undefined
  const known = key ? store.find(key) : undefined
  if (known) headers.set('if-none-match', known.etag)

  const answer = await fetch(url, { ...init, headers, redirect: 'manual' })
  if (answer.status === 304 && known) {
    await answer.body?.cancel()
    return new Response(known.body, { status: 200, headers: known.headers })
  }
  const body = await readText(answer)
  const etag = answer.headers.get('etag')
  if (key && etag && answer.status === 200) store.keep(key, { etag, headers: [...answer.headers], body })
  return new Response([204, 205, 304].includes(answer.status) ? null : body, {
    status: answer.status,
    headers: answer.headers,
  })
}

async function readText(answer: Response): Promise<string> {
  const bytes = await readAtMost(answer.body, bodyMax)
  if (!bytes) throw new Error('the answer is too large')
  return bytes.toString('utf8')
}
