export type Challenge = {
  challenge_id: string
  transaction_id: string
  wallet_session: { user_token: string; encryption_key: string }
}
export type ChallengeAnswer = ({ status: 'challenge' } & Challenge) | { status: 'underway' | 'exists' }

/** The challenge of an answer that must have one. */
export function challengeIn<Answer extends ChallengeAnswer>(answer: Answer): Extract<Answer, { status: 'challenge' }> {
  if (answer.status === 'challenge') return answer as Extract<Answer, { status: 'challenge' }>
  throw new Error(`there is nothing to approve: ${answer.status}`)
}
