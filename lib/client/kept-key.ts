import { ApiError } from './api.ts'

/** `of` is the state that the person acted on, or what they wished; another one makes another intention. */
export type Intention = { name: string; of: string }

/** Where keys are kept until they are answered, such as the browser's storage. */
export type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Kept = { key: string; of: string }

const placeOf = (name: string) => `jobwright.intention.${name}`

/** The key of a request that was sent for this intention and never answered, as far as this browser knows. */
export function unansweredKey(place: KeyStore, { name, of }: Intention): string | undefined {
  const kept = read(place, name)
  return kept?.of === of ? kept.key : undefined
}

/** What a request under this name was for that was sent and never answered, as far as this browser knows. */
export function unansweredOf(place: KeyStore, name: string): string | undefined {
  return read(place, name)?.of
}

/**
 * Sends a request under a key that outlives the page until an answer came: a lost answer is asked for again under the
 * same key, after a reload, in another tab or another day, so that it takes effect once.
 */
export async function askOnce<Answer>(
  place: KeyStore,
  intention: Intention,
  ask: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const key = unansweredKey(place, intention) ?? crypto.randomUUID()
  place.setItem(placeOf(intention.name), JSON.stringify({ key, of: intention.of } satisfies Kept))
  try {
    const answer = await ask(key)
    place.removeItem(placeOf(intention.name))
    return answer
  } catch (error) {
    if (isAnswer(error)) place.removeItem(placeOf(intention.name))
    throw error
  }
}

/** A refusal says that nothing was started; any other failure leaves the outcome open. */
function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.problem.status < 500 && !error.problem.retryable
}

function read(place: KeyStore, name: string): Kept | undefined {
  const text = place.getItem(placeOf(name))
  try {
    return text ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
