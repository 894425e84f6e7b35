import { setTimeout as wait } from 'node:timers/promises'
import { revertOf, rpcAnswer } from './revert.ts'

const [mostTries, pauseMs] = [4, 100]

/**
 * Reads at a named block. Where several nodes answer in turn, one of the next few has it; what the contract refuses, or no
 * node answers, is not asked again.
 */
export async function patiently<T>(read: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await read()
    } catch (error) {
      if (tries === mostTries || !rpcAnswer(error) || revertOf(error)) throw error
      await wait(pauseMs)
    }
  }
}
