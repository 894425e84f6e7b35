import { amountText, toMoney } from './money.ts'
import { at, type Step, step } from './step.ts'

/**
 * What keeps an account from being erased: a record that is under way, or money that nobody could reach any more. `title` is
 * the name of the draft, of the job's draft or of the agent, and a transaction's purpose.
 */
export type OpenRecord = {
  kind: 'draft' | 'transaction' | 'job' | 'publication' | 'withdrawal' | 'agent'
  id: string
  state: string
  title: string | null
  /** Where it is done: of a withdrawal the agent, of a transaction its draft or its job. */
  agentId: string | null
  draftId: string | null
  jobId: string | null
}
export type OpenMoney = { kind: 'holds' | 'is_owed'; agentId: string | null; title: string | null; units: bigint }
export type OpenMatter = OpenRecord | OpenMoney

/** The matter in a sentence. */
export function describeMatter(matter: OpenMatter): string {
  switch (matter.kind) {
    case 'draft':
      return `The draft${quoted(matter)} ${matter.state === 'LOCKED' ? 'waits for its funding' : 'is being funded'}.`
    case 'transaction':
      return `The ${purposes[matter.title ?? ''] ?? 'transaction'} ${isAnswerable(matter) ? 'waits for an answer in the wallet' : 'is under way'}.`
    case 'job':
      return `Job ${matter.id}${quoted(matter)} ${jobStates[matter.state] ?? 'still holds money'}.`
    case 'publication':
      return `The result of job ${matter.id}${quoted(matter)} is being published.`
    case 'withdrawal':
      return `A withdrawal from the agent${quoted(matter)} is ${matter.state === 'IN_DOUBT' ? 'in doubt' : 'under way'}.`
    case 'agent':
      return `The agent${quoted(matter)} holds work.`
    case 'holds':
      return `${walletOf(matter)} holds ${amountText(matter.units)}.`
    case 'is_owed':
      return `${walletOf(matter)} is owed ${amountText(matter.units)}.`
  }
}

/** What an operator does about it, who acts for nobody. */
export function adviseOperator(matter: OpenMatter): string {
  switch (matter.kind) {
    case 'draft':
      return matter.state === 'LOCKED'
        ? 'The client deletes it, or you wait until its terms expire.'
        : 'Wait until its funding has ended.'
    case 'transaction':
      return 'Wait until it has ended.'
    case 'job':
      return matter.state === 'OPEN'
        ? 'The client cancels it, or you wait until it has ended.'
        : 'Wait until it is paid or refunded.'
    case 'publication':
      return 'Wait until it is published, or has failed.'
    case 'withdrawal':
      return matter.state === 'IN_DOUBT'
        ? `End it: npm run admin -- withdrawals resolve ${matter.id} <transaction hash|failed> --because "<evidence>"`
        : 'Wait until it has ended.'
    case 'agent':
      return 'Wait until it has delivered, or its job has ended.'
    case 'holds':
      return 'Its owner moves the money first.'
    case 'is_owed':
      return 'Wait until it is collected.'
  }
}

/** What the person does about it, and where. */
export function personStep(matter: OpenMatter): Step {
  const is = describeMatter(matter)
  switch (matter.kind) {
    case 'draft':
      return matter.state === 'LOCKED'
        ? step('client', 'delete_draft', `${is} Delete it.`, at('deleteDraft', { id: matter.id }))
        : step('client', 'wait', `${is} Wait until that has ended.`, at('getDraft', { id: matter.id }))
    case 'job':
      return matter.state === 'OPEN'
        ? step('client', 'cancel_job', `${is} Cancel it.`, at('createActionChallenge', { onchain_job_id: matter.id }))
        : step(
            'client',
            'wait',
            `${is} Wait until it is paid or refunded.`,
            at('getJob', { onchain_job_id: matter.id }),
          )
    case 'publication':
      return step('service', 'wait', `${is} Wait until that has ended.`, at('getJob', { onchain_job_id: matter.id }))
    case 'transaction':
      return isAnswerable(matter)
        ? step('client', 'answer', `${is} Approve or decline it.`, placeOf(matter))
        : step('client', 'wait', `${is} Wait until it has ended.`, placeOf(matter))
    case 'withdrawal':
      return step('service', 'wait', `${is} Wait until it has ended.`, walletAt(matter))
    case 'agent':
      return step('agent_owner', 'wait', `${is} Wait until its job has ended.`, at('getAgent', { id: matter.id }))
    case 'holds':
      return matter.agentId
        ? step('agent_owner', 'withdraw', `${is} Withdraw it.`, at('withdrawEarnings', { id: matter.agentId }))
        : giveUp(matter.units)
    case 'is_owed':
      return step('service', 'wait', `${is} Wait until it is collected.`, walletAt(matter))
  }
}

/** A client’s wallet pays for jobs alone, so its money can only be given up. */
function giveUp(units: bigint): Step {
  const body = { leave_behind: units > 0n ? toMoney(units) : null }
  const text =
    units > 0n
      ? `Your wallet holds ${amountText(units)}. Fund jobs with it, or give it up for good.`
      : 'Your wallet is empty. Delete the account without giving up any money.'
  return { ...step('client', units > 0n ? 'leave_behind' : 'leave_nothing', text, at('deleteAccount')), body }
}

const purposes: Readonly<Record<string, string>> = {
  WALLET_CREATION: 'creation of the wallet',
  OWNER_REGISTRATION: 'registration of the wallet',
  APPROVAL: 'approval',
  FUNDING: 'funding',
  JOB_CANCEL: 'cancellation',
  JOB_REFUND: 'refund',
}
const jobStates: Readonly<Record<string, string>> = {
  OPEN: 'waits for a worker',
  ASSIGNED: 'is being worked on',
  SUBMITTED: 'is being verified',
  EXPIRED: 'has expired and still holds money',
}

function isAnswerable({ state }: OpenRecord): boolean {
  return state === 'CHALLENGE_ISSUED'
}

function placeOf({ draftId, jobId }: OpenRecord) {
  if (jobId !== null) return at('getJob', { onchain_job_id: jobId })
  return draftId === null ? at('listTransactions') : at('getDraft', { id: draftId })
}

function walletAt({ agentId }: OpenMatter) {
  return agentId === null ? at('getWallet') : at('getAgentWallet', { id: agentId })
}

function quoted({ title }: OpenMatter): string {
  return title === null ? '' : ` “${title}”`
}

function walletOf(money: OpenMoney): string {
  return money.agentId === null ? 'The client’s wallet' : `The wallet of the agent${quoted(money)}`
}
