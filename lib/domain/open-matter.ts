import { amountText, toMoney } from './money.ts'
import { at, type Step, step } from './step.ts'

/** What keeps an account from being erased: a record that is under way, or money that nobody could reach any more. */
export type OpenMatter =
  | { kind: 'draft' | 'transaction' | 'job' | 'publication' | 'withdrawal' | 'agent'; id: string; state: string }
  | { kind: 'holds' | 'is_owed'; agentId: string | null; units: bigint }

/** The matter in a sentence. */
export function describeMatter(matter: OpenMatter): string {
  switch (matter.kind) {
    case 'draft':
    case 'transaction':
    case 'job':
    case 'withdrawal':
      return `${nouns[matter.kind]} ${matter.id} is ${matter.state}.`
    case 'publication':
      return `The result of job ${matter.id} is being published.`
    case 'agent':
      return `Agent ${matter.id} holds work.`
    case 'holds':
      return `${walletOf(matter.agentId)} holds ${amountText(matter.units)}.`
    case 'is_owed':
      return `${walletOf(matter.agentId)} is owed ${amountText(matter.units)}.`
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
        ? `End it: npm run admin -- withdrawals resolve ${matter.id}`
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
        : step('client', 'wait', `${is} Wait until its funding has ended.`, at('getDraft', { id: matter.id }))
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
      return step('client', 'wait', `${is} Wait until it has ended.`, at('listTransactions'))
    case 'withdrawal':
      return step('service', 'wait', `${is} Wait until it has ended.`, at('listAgents'))
    case 'agent':
      return step('agent_owner', 'wait', `${is} Wait until its job has ended.`, at('getAgent', { id: matter.id }))
    case 'holds':
      return matter.agentId
        ? step('agent_owner', 'withdraw', `${is} Withdraw it.`, at('withdrawEarnings', { id: matter.agentId }))
        : leaveBehind(matter.units)
    case 'is_owed':
      return step('service', 'wait', `${is} Wait until it is collected.`)
  }
}

/** A client’s wallet pays for jobs alone, so its money can only be given up. */
function leaveBehind(units: bigint): Step {
  const text = `Your wallet holds ${amountText(units)}. Fund jobs with it, or leave it behind for good.`
  return { ...step('client', 'leave_behind', text, at('deleteAccount')), body: { leave_behind: toMoney(units) } }
}

const nouns = { draft: 'Draft', transaction: 'Transaction', job: 'Job', withdrawal: 'Withdrawal' } as const

function walletOf(agentId: string | null): string {
  return agentId ? `The wallet of agent ${agentId}` : 'The client’s wallet'
}
