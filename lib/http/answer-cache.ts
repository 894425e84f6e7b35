import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { EncodableBody } from './compress.ts'

/** An answer that holds nothing about its caller. */
export type SharedAnswer = EncodableBody & { etag: string; type: string }

/** Its tag is weak, since the same version has other bytes in each encoding. */
export function sharedAnswer(body: string, type: string): SharedAnswer {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  return { body, etag: `W/"${digest}"`, type, encoded: new Map() }
}

export type AnswerCache = {
  /** How long an answer is kept; 0 when none is. */
  seconds: number
  /** The kept answer, or the one being made, or else a new one; never one that began to be made longer ago than that. */
  get: (key: string, make: () => Promise<SharedAnswer>) => Promise<{ answer: SharedAnswer; ageSeconds: number }>
}

type Made = { answer: SharedAnswer; at: number }

const megabyte = 1024 * 1024
const heldBytes = 32 * megabyte
/** A larger answer is given, but not kept. */
const largestBytes = 3 * megabyte

/** Keeps answers in this process, the least used go first; equal questions at one time are one. Failures are not kept. */
export function createAnswerCache(seconds: number): AnswerCache {
  if (seconds === 0) return { seconds, get: async (_, make) => ({ answer: await make(), ageSeconds: 0 }) }
  const kept = new LRUCache<string, Made>({
    maxSize: heldBytes,
    maxEntrySize: largestBytes,
    // With what its encodings may add.
    sizeCalculation: ({ answer }, key) => 3 * answer.body.length + 2 * key.length + 200,
  })
  const underWay = new Map<string, Promise<Made>>()

  async function begin(key: string, make: () => Promise<SharedAnswer>): Promise<Made> {
    const at = performance.now()
    try {
      const made = { answer: await make(), at }
      kept.set(key, made)
      return made
    } finally {
      underWay.delete(key)
    }
  }

  return {
    seconds,
    async get(key, make) {
      const known = kept.get(key)
      if (known && ageOf(known) < seconds) return { answer: known.answer, ageSeconds: Math.floor(ageOf(known)) }
      const making = underWay.get(key) ?? begin(key, make)
      underWay.set(key, making)
      const made = await making
      return { answer: made.answer, ageSeconds: Math.floor(ageOf(made)) }
    },
  }
}

function ageOf({ at }: Made): number {
  return (performance.now() - at) / 1_000
}
