import { ApiError } from './api.ts'

/** `of` is the state that the person acted on, or what they asked for: when it differs, so does the request. */
export type PendingRequest = { name: string; of: string }

/** Where keys are kept until they are answered, such as the browser's storage. */
export type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Kept = { key: string; of: string }

// Browsers hold requests under this name since before they were called so.
const storageKey = (name: string) => `jobwright.intention.${name}`

/** The key under which this request was sent, if this browser has seen no answer to it. */
export function unansweredKey(store: KeyStore, { name, of }: PendingRequest): string | undefined {
  const kept = read(store, name)
  return kept?.of === of ? kept.key : undefined
}

/** What the request of this name asked for, if it was sent and this browser has seen no answer to it. */
export function unansweredOf(store: KeyStore, name: string): string | undefined {
  return read(store, name)?.of
}

/**
 * Sends a request under a key that outlives the page until an answer came: a lost answer is asked for again under the
 * same key, after a reload, in another tab or another day, so that it takes effect once.
 */
export async function askOnce<Answer>(
  store: KeyStore,
  request: PendingRequest,
  ask: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const key = unansweredKey(store, request) ?? crypto.randomUUID()
  store.setItem(storageKey(request.name), JSON.stringify({ key, of: request.of } satisfies Kept))
  try {
    const answer = await ask(key)
    store.removeItem(storageKey(request.name))
    return answer
  } catch (error) {
    if (isAnswer(error)) store.removeItem(storageKey(request.name))
    throw error
  }
}

/** A refusal says that nothing was started; any other failure leaves the outcome open. */
function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.problem.status < 500 && !error.problem.retryable
}

function read(store: KeyStore, name: string): Kept | undefined {
  const text = store.getItem(storageKey(name))
  try {
    return text ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
