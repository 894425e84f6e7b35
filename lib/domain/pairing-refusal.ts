import { Failure } from './failure.ts'
import { step } from './step.ts'

const showNewToken = 'Show a new pairing token on the console of this agent’s runtime, and pair with it.'

/** The refusal of a pairing, with what its owner can do about it. */
export function pairingInvalid(message: string, next: string = showNewToken): Failure {
  return new Failure('pairing_invalid', message, { nextActions: [step('agent_owner', 'show_new_token', next)] })
}
