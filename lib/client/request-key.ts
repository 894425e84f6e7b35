import { ApiError } from './api.ts'

/** `of` is the state that the person acted on, or what they asked for: when it differs, so does the request. */
export type PendingRequest = {
  name: string
  of: string
  /** Codes of refusals that may come in place of an answer that was lost: the request keeps its key. */
  outlives?: readonly string[]
}

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

/** The request of this name that was sent and that this browser has seen no answer to. */
export function unanswered(store: KeyStore, name: string): Kept | undefined {
  return read(store, name)
}

/** Another tab got the answer, or asked for something else, since this one looked; nothing was sent from here. */
export class AskedElsewhere extends Error {
  constructor() {
    super('Asked or answered in another tab.')
    this.name = 'AskedElsewhere'
  }
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
  return send(store, request, unansweredKey(store, request) ?? crypto.randomUUID(), ask)
}

/**
 * The same for what must not take effect beside another: `shown` is the key of the unanswered request that the person
 * saw, if they saw one. Where this browser holds another by now, or none, nothing is sent.
 */
export async function askAlone<Answer>(
  store: KeyStore,
  request: PendingRequest,
  shown: string | undefined,
  ask: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const isHeld = (key: string | undefined) => read(store, request.name)?.key === key
  if (!isHeld(shown)) throw new AskedElsewhere()
  const key = shown ?? crypto.randomUUID()
  try {
    return await send(store, request, key, ask)
  } catch (error) {
    // Another tab got the answer while this one waited for it.
    if (!isAnswer(error) && !isHeld(key)) throw new AskedElsewhere()
    throw error
  }
}

async function send<Answer>(
  store: KeyStore,
  { name, of, outlives = [] }: PendingRequest,
  key: string,
  ask: (key: string) => Promise<Answer>,
): Promise<Answer> {
  store.setItem(storageKey(name), JSON.stringify({ key, of } satisfies Kept))
  // What another tab has sent since has no answer yet.
  const forget = () => read(store, name)?.key === key && store.removeItem(storageKey(name))
  try {
    const answer = await ask(key)
    forget()
    return answer
  } catch (error) {
    if (isAnswer(error) && !outlives.includes(error.problem.code)) forget()
    throw error
  }
}

/** They come before the key is looked at, or from a proxy, and say nothing about a request that was sent before. */
const sayNothing = ['cross_origin', 'unexpected_answer']

/** Any other refusal says what became of the request; any other failure leaves it open. */
function isAnswer(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false
  const { status, code, retryable } = error.problem
  return status < 500 && status !== 401 && !sayNothing.includes(code) && !retryable
}

function read(store: KeyStore, name: string): Kept | undefined {
  const text = store.getItem(storageKey(name))
  try {
    return text ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
