import type { Party } from '../../domain/step.ts'
import type { ChainJob, ContractAction, DescribedCall, ExitCallName } from '../../ports/chain.ts'
import type { Context } from '../context.ts'
import { boundOf } from './pending-actions.ts'

export type Exit = {
  code: string
  who: Extract<Party, 'client' | 'agent' | 'anyone'>
  text: string
  isOpen: boolean
  /** Seconds of the chain's clock; null for no bound. */
  opensAt: bigint | null
  closesAt: bigint | null
  call: DescribedCall
}

type Way = Pick<Exit, 'code' | 'who' | 'text'> & { name: ExitCallName; values: (string | null)[] }

/** Every contract call by which client or worker can leave the job now or later without this service. */
export function exitsOf(ctx: Context, job: ChainJob, actions: readonly ContractAction[], owed: bigint): Exit[] {
  const exits = actions.flatMap((action): Exit[] => {
    const way = wayOf(job, action)
    if (!way) return []
    const { opensAt, closesAt, open } = action
    return [{ ...toExit(ctx, way), isOpen: open, opensAt: boundOf(opensAt), closesAt: boundOf(closesAt) }]
  })
  if (owed === 0n) return exits
  const text = 'Collects what the escrow could not deliver to the client’s wallet.'
  return [...exits, toExit(ctx, { code: 'collect', who: 'anyone', text, name: 'collect', values: [job.client] })]
}

function wayOf(job: ChainJob, { kind, caller }: ContractAction): Way | undefined {
  const id = job.id.toString()
  const attempt = job.attempt.toString()
  switch (kind) {
    case 'CANCEL':
      return {
        code: 'cancel',
        who: 'client',
        text: 'Sent by the client’s wallet: ends the job and returns everything it holds.',
        name: 'cancel',
        values: [id],
      }
    case 'CLAIM_REFUND':
      return {
        code: 'claim_refund',
        who: 'anyone',
        text:
          job.state === 'SUBMITTED'
            ? 'Sent by anyone: pays the worker its share, as no verdict decided in time, and returns the rest to the client.'
            : 'Sent by anyone: returns what the job holds to the client.',
        name: 'claimRefund',
        values: [id],
      }
    case 'SUBMIT':
      return {
        code: 'submit',
        who: 'agent',
        text: 'Puts the result on chain with the signature of the runtime’s key; `rescue` of the starter runtime sends it.',
        name: 'submit',
        values: [id, attempt, null, null],
      }
    case 'RELEASE':
      return caller === 'ANYONE'
        ? {
            code: 'release_after_time',
            who: 'anyone',
            text: 'Ends an assignment whose time, or notice, is over.',
            name: 'release',
            values: [id, attempt, '0x'],
          }
        : {
            code: 'release',
            who: 'agent',
            text: 'Gives the job back, by the agent’s wallet or with the signature of the runtime’s key.',
            name: 'release',
            values: [id, attempt, null],
          }
    case 'OBJECT_RELEASE':
      return {
        code: 'object_release',
        who: 'agent',
        text: 'Keeps the assignment after its end was announced, with the signature of the runtime’s key.',
        name: 'objectRelease',
        values: [id, attempt, null],
      }
    case 'ATTEST':
      return {
        code: 'attest',
        who: 'anyone',
        text: 'Posts the verifiers’ signed verdicts. This pays the verifiers, and the worker if the result passed; `rescue` of the starter runtime sends those it holds.',
        name: 'attest',
        values: [id, attempt, null, null],
      }
    default:
      return undefined
  }
}

function toExit(ctx: Context, way: Way): Exit {
  const { code, who, text, name, values } = way
  return { code, who, text, isOpen: true, opensAt: null, closesAt: null, call: ctx.chain.describeCall(name, values) }
}
