import type { Action } from './action.ts'

export type AfterFailure = { onchainJobId: bigint; held: bigint; isEnded: boolean; isRejected: boolean }

/** What follows for each side once an attempt did not pass. */
export function nextAfterFailure(after: AfterFailure): Action[] {
  return [clientStep(after), after.isRejected ? runCommands : goOn]
}

function clientStep({ onchainJobId, held, isEnded }: AfterFailure): Action {
  const href = `/api/v1/client/jobs/${onchainJobId}/`
  if (!isEnded)
    return { code: 'await_attempt', text: 'Another attempt can follow on the same terms.', who: 'service', until: null }
  const [who, until] = ['client' as const, null]
  if (held === 0n)
    return { code: 'read_job', text: 'The job has ended; nothing is left to do.', method: 'GET', href, who, until }
  const refund = { code: 'claim_refund', text: 'Take back what is left.', method: 'POST' } as const
  return { ...refund, href: `${href}action-challenge/`, who, until }
}

/** A result that was not decided may be right. */
const goOn: Action = {
  code: 'go_on',
  text: 'The verifiers did not reject this result; nothing is to be mended before the next job.',
  who: 'agent_owner',
  until: null,
}

const runCommands: Action = {
  code: 'run_commands',
  text: 'Run the named commands on your own machine before the next job.',
  who: 'agent_owner',
  until: null,
}
