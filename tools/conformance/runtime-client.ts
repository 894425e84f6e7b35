import { readAtMost } from '#lib/domain/read-at-most.ts'
import { Broken } from './broken.ts'

const timeoutMs = 10_000
const answerMax = 256 * 1024

/** `json` is an empty record when the answer is no JSON object. */
export type Reply = { status: number; text: string; json: Record<string, unknown>; headers: Headers }

export type RuntimeClient = {
  get(path: string, headers?: Record<string, string>): Promise<Reply>
  /** A text is sent as it is, anything else as JSON. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Reply>
}

/** Calls a runtime as the control plane does: no redirect is followed, 10 seconds, 256 KiB. */
export function runtimeAt(url: string): RuntimeClient {
  return {
    get: (path, headers = {}) => ask(`${url}${path}`, { headers }),
    post: (path, body, headers = {}) =>
      ask(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  }
}

async function ask(url: string, init: RequestInit): Promise<Reply> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    const bytes = await readAtMost(response.body, answerMax)
    if (!bytes) throw new Error(`more than ${answerMax} bytes`)
    const text = bytes.toString('utf8')
    return { status: response.status, text, json: asRecord(text), headers: response.headers }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
    throw new Broken(
      `${new URL(url).pathname} was not answered: ${error instanceof Error ? error.message : ''} ${cause}`,
    )
  }
}

function asRecord(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
