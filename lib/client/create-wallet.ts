import { isLive } from '../domain/transaction.ts'
import { call, type ReplyOf } from './api.ts'
import { type ChallengeExecutor, WalletRefusal } from './executor/executor.ts'
import { retrying } from './retrying.ts'
import { reportChallenge, runChallenge } from './run-challenge.ts'

export type WalletStep = 'asking' | 'approving' | 'listing'

const looksMax = 20

/** Creates the wallet that pays for jobs, or finds the one that exists; resolves when the service has verified it. */
export async function createWallet(
  executor: ChallengeExecutor,
  request: { key: string; onStep: (step: WalletStep) => void },
): Promise<ReplyOf<'syncWallet'>> {
  request.onStep('asking')
  const answer = await retrying(() => call('initializeWallet', { idempotencyKey: request.key }))
  if (answer.status === 'exists') return answer.wallet
  request.onStep('approving')
  let creation = await runChallenge(executor, answer)
  request.onStep('listing')
  for (let look = 1; isLive(creation.state) && look < looksMax; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(400 * look, 3_000)))
    creation = await reportChallenge(answer)
  }
  if (creation.failure) throw new WalletRefusal(creation.failure.code, creation.failure.detail)
  return retrying(() => call('syncWallet', { idempotencyKey: crypto.randomUUID() }))
}
