import { ApiError } from '#lib/client/api.ts'
import type { Person } from './person.ts'

export type Challenge = {
  challenge_id: string
  transaction_id: string
  wallet_session: { user_token: string; encryption_key: string }
}
export type ChallengeAnswer = ({ status: 'challenge' } & Challenge) | { status: 'underway' | 'exists' }

/** Asks for a challenge; a person whose sign-in is too old for the wallet signs in again, as the refusal says. */
export async function askWallet<Answer>(person: Person, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem.code !== 'recent_sign_in_required') throw error
    await person.signIn()
    return ask()
  }
}

/** The challenge of an answer that must have one. */
export function challengeIn<Answer extends ChallengeAnswer>(answer: Answer): Extract<Answer, { status: 'challenge' }> {
  if (answer.status === 'challenge') return answer as Extract<Answer, { status: 'challenge' }>
  throw new Error(`there is nothing to approve: ${answer.status}`)
}
