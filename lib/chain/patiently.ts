import { setTimeout as wait } from 'node:timers/promises'
import { isAskedTooOften, revertOf, rpcAnswer } from './revert.ts'

/** Before each further try; nodes announce a block up to a second before they answer about it. */
const pausesMs = [100, 200, 400, 800]

/**
 * Reads at a named block. Where several nodes answer in turn, one of the next few has it; what the contract refuses, no
 * node answers, or a node refuses because it is asked too often, is not asked again.
 */
export async function patiently<T>(read: () => Promise<T>): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await read()
    } catch (error) {
      if (!rpcAnswer(error) || revertOf(error) || isAskedTooOften(error)) throw error
      await wait(pauseMs)
    }
  }
  return read()
}

const misses = 3
const missMs = 100

/** Looks three times more for what one node says that it does not have: behind a balancer another machine may answer then. */
export async function findPatiently<T>(find: () => Promise<T | undefined>): Promise<T | undefined> {
  for (let missed = 0; missed < misses; missed += 1) {
    const found = await find()
    if (found !== undefined) return found
    await wait(missMs)
  }
  return find()
}
