import { at, type Step, step } from './step.ts'

export type AfterFailure = { onchainJobId: bigint; held: bigint; isEnded: boolean; isRejected: boolean }

/** What follows for each side once an attempt did not pass. */
export function nextAfterFailure(after: AfterFailure): Step[] {
  return [clientStep(after), after.isRejected ? runCommands : goOn]
}

function clientStep({ onchainJobId, held, isEnded }: AfterFailure): Step {
  const job = { onchain_job_id: onchainJobId }
  if (!isEnded) return step('service', 'await_attempt', 'Another attempt can follow on the same terms.')
  if (held === 0n) return step('client', 'read_job', 'The job has ended; nothing is left to do.', at('getJob', job))
  return step('client', 'claim_refund', 'Take back what is left.', at('createActionChallenge', job))
}

/** A result that was not decided may be right. */
const goOn = step(
  'agent_owner',
  'go_on',
  'The verifiers did not reject this result; there is nothing to fix before the next job.',
)

const runCommands = step(
  'agent_owner',
  'run_commands',
  'Run the named commands on your own machine before the next job.',
)
