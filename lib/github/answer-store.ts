import { createHash } from 'node:crypto'

type KeptAnswer = { etag: string; headers: [string, string][]; body: string }

const entriesMax = 500
const bytesMax = 16 * 1024 * 1024

/** Answers that the host may confirm as unchanged, each kept for one token and one address; the least used go first. */
export class AnswerStore {
  readonly #answers = new Map<string, KeptAnswer>()
  #bytes = 0

  find(key: string): KeptAnswer | undefined {
    const found = this.#answers.get(key)
    if (!found) return undefined
    this.#answers.delete(key)
    this.#answers.set(key, found)
    return found
  }

  keep(key: string, answer: KeptAnswer): void {
    this.#forget(key)
    if (answer.body.length > bytesMax / 16) return
    this.#answers.set(key, answer)
    this.#bytes += answer.body.length
    while (this.#answers.size > entriesMax || this.#bytes > bytesMax) {
      const [oldest] = this.#answers.keys()
      if (oldest === undefined) return
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#answers.get(key)?.body.length ?? 0
    this.#answers.delete(key)
  }
}

/** The token is kept as a hash alone. */
export function answerKey(authorization: string, url: string): string {
  return `${createHash('sha256').update(authorization).digest('base64url')} ${url}`
}
