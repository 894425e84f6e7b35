import { ApiError, call, type ReplyOf } from './api.ts'
import type { ChallengeExecutor } from './executor/executor.ts'
import { runChallenge } from './run-challenge.ts'

export type WalletStep = 'asking' | 'approving' | 'listing'

const looksMax = 20

/** Creates the wallet that pays for jobs, or finds the one that exists; resolves when the service has verified it. */
export async function createWallet(
  executor: ChallengeExecutor,
  intention: { key: string; onStep: (step: WalletStep) => void },
): Promise<ReplyOf<'syncWallet'>> {
  intention.onStep('asking')
  const answer = await call('initializeWallet', { idempotencyKey: intention.key })
  if (answer.status === 'exists') return answer.wallet
  intention.onStep('approving')
  await runChallenge(executor, answer)
  intention.onStep('listing')
  return verify(1)
}

/** The provider lists a new wallet some seconds after its challenge was approved. */
async function verify(look: number): Promise<ReplyOf<'syncWallet'>> {
  try {
    return await call('syncWallet', { idempotencyKey: crypto.randomUUID() })
  } catch (error) {
    const isEarly = error instanceof ApiError && error.problem.code === 'wallet_missing'
    if (!isEarly || look >= looksMax) throw error
  }
  await new Promise((resolve) => setTimeout(resolve, Math.min(400 * look, 3_000)))
  return verify(look + 1)
}
