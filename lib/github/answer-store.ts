import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

type KeptAnswer = { etag: string; headers: [string, string][]; body: string }

const bytesMax = 16 * 1024 * 1024

/** Answers that the host may confirm as unchanged, each kept for one token and one address; the least used go first. */
export class AnswerStore {
  readonly #answers = new LRUCache<string, KeptAnswer>({
    max: 500,
    maxSize: bytesMax,
    maxEntrySize: bytesMax / 16,
    sizeCalculation: ({ body }) => body.length || 1,
  })

  find(key: string): KeptAnswer | undefined {
    return this.#answers.get(key)
  }

  keep(key: string, answer: KeptAnswer): void {
    this.#answers.set(key, answer)
  }
}

/** The token is kept as a hash alone. */
export function answerKey(authorization: string, url: string): string {
  return `${createHash('sha256').update(authorization).digest('base64url')} ${url}`
}
