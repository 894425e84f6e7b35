import type { ScopedOperationId } from '../api/endpoints.ts'
import { toProgramPath } from '../api/program-paths.ts'
import { type OperationId, operations } from '../domain/operations.ts'
import { type Caller, type CallInput, callWith, type Fetch, type ReplyOf } from './api.ts'
import { askOnce, type KeyStore } from './request-key.ts'
import { retrying } from './retrying.ts'

/** One method for each operation that some token allows, named and typed like its endpoint object. */
export type ProgramClient = {
  [Id in ScopedOperationId]: (...input: Parameters<Caller<Id>>) => Promise<ReplyOf<Id>>
}

type Connection = {
  /** Such as `https://jobs.example`. */
  origin: string
  /** `jw_pat_…`, which a person makes in the settings. */
  token: string
  send?: Fetch
  /** Where keys of unanswered requests lie; a store that outlives the program lets its next run repeat them. */
  keys?: KeyStore
}

/** Limits are counted per minute. */
const waitMaxMs = 60_000

/**
 * Calls the API for the person whose token this is. A POST carries an idempotency key until it is answered, and repeating
 * the call sends the same key. A refusal throws an ApiError, which says what to do in `problem.next_actions`.
 */
export function createClient({ origin, token, send = fetch, keys = keysInMemory() }: Connection): ProgramClient {
  const base = new URL(origin).origin
  const sendForPerson: Fetch = (url, init) => {
    const { pathname, search } = new URL(String(url))
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${token}`)
    return send(new URL(toProgramPath(pathname) + search, base), { ...init, headers, redirect: 'error' })
  }
  const methods = Object.keys(operations).map((name) => {
    const id = name as OperationId
    const method = (input: Partial<CallInput<OperationId>> = {}) => {
      const ask = (more: object = {}) => callWith(sendForPerson, base, id, { ...input, ...more })
      const [verb] = operations[id]
      if (verb !== 'POST') return retrying(ask, { waitMaxMs, isRepeatable: verb === 'GET' })
      if (input.idempotencyKey) return retrying(ask, { waitMaxMs })
      const { signal: _, ...said } = input
      const request = { name: `${id} ${JSON.stringify(said)}`, of: '' }
      return askOnce(keys, request, (idempotencyKey) => retrying(() => ask({ idempotencyKey }), { waitMaxMs }))
    }
    return [id, method] as const
  })
  return Object.fromEntries(methods) as unknown as ProgramClient
}

type Paged<Item> = { data: Item[]; next_cursor: string | null }

/** Every item of a list, read page by page as they are used: `eachOf(client.listJobs, { query: { limit: 100 } })`. */
export async function* eachOf<Input extends { query?: { cursor?: string | undefined } } | undefined, Item>(
  list: (input: Input) => Promise<Paged<Item>>,
  input: NonNullable<NoInfer<Input>>,
): AsyncGenerator<Item, void, undefined> {
  for (let cursor = input.query?.cursor; ; ) {
    const query = { ...input.query, ...(cursor !== undefined && { cursor }) }
    const page = await list({ ...input, query } as Input)
    yield* page.data
    if (page.next_cursor === null) return
    cursor = page.next_cursor
  }
}

function keysInMemory(): KeyStore {
  const kept = new Map<string, string>()
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  }
}
