import { timeOf } from './chain-time.ts'
import { isUndispatchable } from './dispatch-note.ts'
import { type DraftState, draftActions, type LivePayment, type Means } from './draft.ts'
import { firstSteps } from './first-steps.ts'
import type { JobState } from './job.ts'
import { jobActionCall } from './job-action.ts'
import { amountText } from './money.ts'
import { type PublishFacts, publishOffers } from './publication.ts'
import { at, type Step, step } from './step.ts'
import { awaitedBy, type ClientPurpose, endOfWait, type LiveTransactionState } from './transaction.ts'

export type TransactionFacts = {
  id: string
  purpose: ClientPurpose
  state: LiveTransactionState
  reconciling: boolean
  providerState: string | null
  draftId: string | null
  onchainJobId: bigint | null
  title: string | null
  fundBy: bigint | null
  challengeExpiresAt: Date | null
}

export type OpenDraftFacts = {
  id: string
  title: string
  state: DraftState
  hasBlockingFindings: boolean
  live: LivePayment | null
  means: Means
  fundBy: bigint | null
}

export type JobFacts = PublishFacts & {
  state: JobState
  held: bigint
  openUntil: bigint
  /** Why its execution does not go on. */
  note: string | null
}

export type ClientFacts = {
  /** The newest second of the chain's clock that was seen. */
  chainTime: bigint
  hasWallet: boolean
  host: 'missing' | 'requested' | 'refused' | 'empty' | 'connected'
  transactions: readonly TransactionFacts[]
  drafts: readonly OpenDraftFacts[]
  jobs: readonly JobFacts[]
}

/** What needs a client now. Each call that is named is accepted in the state from which it was derived. */
export function clientNeeds(facts: ClientFacts): Step[] {
  return [
    ...facts.transactions.map((row) => transactionNeed(row, facts)),
    ...facts.jobs.flatMap((job) => jobNeeds(job, facts)),
    ...facts.drafts.flatMap((draft) => draftNeeds(draft, facts)),
    ...setupNeeds(facts),
  ]
}

const asks: Record<ClientPurpose, (title: string) => string> = {
  WALLET_CREATION: () => 'Approve the creation of your wallet.',
  APPROVAL: (title) => `Approve the budget of ${title} in your wallet.`,
  FUNDING: (title) => `Approve the funding of ${title} in your wallet.`,
  JOB_CANCEL: (title) => `Approve the cancellation of ${title} in your wallet.`,
  JOB_REFUND: (title) => `Approve the refund of ${title} in your wallet.`,
}

const names: Record<ClientPurpose, string> = {
  WALLET_CREATION: 'Wallet creation',
  APPROVAL: 'Approval',
  FUNDING: 'Funding',
  JOB_CANCEL: 'Cancellation',
  JOB_REFUND: 'Refund',
}

/** A live transaction: approved by the person where it was asked for, otherwise followed to its end. */
function transactionNeed(row: TransactionFacts, { chainTime }: ClientFacts): Step {
  const code = `await_${row.purpose.toLowerCase()}`
  const { who, text } = awaitedBy(row.state, row)
  const end = endOfWait(row)
  const until = end ? deadline(BigInt(Math.floor(end.getTime() / 1_000)), chainTime) : null
  const title = nameOf(row.title, row.onchainJobId === null ? 'the draft' : `job ${row.onchainJobId}`)
  const challenge = challengeOf(row)
  if (row.state === 'CHALLENGE_ISSUED' && challenge)
    return { code, text: asks[row.purpose](title), ...challenge, who, until }
  const subject = row.title === null ? names[row.purpose] : `${names[row.purpose]} of ${title}`
  return { ...step(who, code, `${subject}: ${text}`, at('getTransaction', { transaction_id: row.id })), until }
}

/** The call that answers the live challenge again. */
function challengeOf({ purpose, draftId, onchainJobId }: TransactionFacts): Pick<Step, 'method' | 'href'> | undefined {
  if (purpose === 'WALLET_CREATION') return at('initializeWallet')
  if (purpose === 'JOB_CANCEL' || purpose === 'JOB_REFUND')
    return onchainJobId === null
      ? undefined
      : jobActionCall(onchainJobId, purpose === 'JOB_CANCEL' ? 'cancel' : 'refund')
  if (draftId === null) return undefined
  return at(purpose === 'APPROVAL' ? 'createApprovalChallenge' : 'createFundingChallenge', { id: draftId })
}

function jobNeeds(job: JobFacts, { chainTime, transactions }: ClientFacts): Step[] {
  if (transactions.some((row) => row.onchainJobId === job.id)) return []
  const title = nameOf(job.title, `Job ${job.id}`)
  const money = amountText(job.held)
  const isOver = job.state === 'OPEN' && chainTime > job.openUntil
  if (job.held > 0n && (isOver || job.state === 'EXPIRED' || job.state === 'REJECTED')) {
    const why = job.state === 'REJECTED' ? 'was rejected' : 'has run out of time'
    const text = `${title} ${why}: take ${money} back.`
    return [{ ...step('client', 'claim_refund', text), ...jobActionCall(job.id, 'refund') }]
  }
  if (job.state === 'OPEN' && isUndispatchable(job.note)) {
    const text = `No agent can take ${title} now: wait, or cancel it and get ${money} back.`
    return [{ ...step('client', 'cancel', text), ...jobActionCall(job.id, 'cancel'), until: timeOf(job.openUntil) }]
  }
  return publishOffers(job)
}

function draftNeeds(draft: OpenDraftFacts, { chainTime, drafts, transactions }: ClientFacts): Step[] {
  if (draft.live || (draft.state === 'DRAFT' && !draft.hasBlockingFindings)) return []
  const title = `“${draft.title}”`
  if (draft.state !== 'DRAFT' && isPayingForAnother(draft, drafts, transactions))
    return [
      step(
        'client',
        'open_draft',
        `${title} is ready to fund once the payment in progress ends.`,
        at('getDraft', draft),
      ),
    ]
  const until = deadline(draft.fundBy, chainTime)
  if (draft.state === 'FUNDING' && until === null) {
    const text = `The time to fund ${title} has passed: the draft unlocks automatically.`
    return [step('service', 'await_unlock', text, at('getDraft', draft))]
  }
  const offers = draftActions({ ...draft, onchainJobId: null, otherUnderPayment: null, fundBy: until })
  const [first] = draft.state === 'DRAFT' ? offers.filter(({ code }) => code === 'edit') : offers
  return first ? [{ ...first, text: draftText(draft, first, title) }] : []
}

/** One payment runs at a time, so what another draft is offered would be refused. */
function isPayingForAnother(
  { id }: OpenDraftFacts,
  drafts: readonly OpenDraftFacts[],
  transactions: readonly TransactionFacts[],
): boolean {
  return (
    drafts.some((other) => other.id !== id && (other.state === 'LOCKED' || other.state === 'FUNDING')) ||
    transactions.some((row) => row.draftId !== id && (row.purpose === 'APPROVAL' || row.purpose === 'FUNDING'))
  )
}

function draftText({ state }: OpenDraftFacts, { code }: Step, title: string): string {
  if (state === 'DRAFT') return `Resolve what the review found in ${title}.`
  if (state === 'READY') return `${title} is ready: approve its budget, then fund it.`
  if (state === 'FUNDING') return `Fund ${title} again: the last request expired.`
  if (code === 'add_money')
    return `The wallet holds too little for ${title}: add money, or review the draft again to unlock it.`
  return code === 'fund' ? `Fund ${title}: its budget is approved.` : `Approve the budget of ${title}, then fund it.`
}

function setupNeeds({ hasWallet, host, transactions }: ClientFacts): Step[] {
  const isMakingWallet = transactions.some(({ purpose }) => purpose === 'WALLET_CREATION')
  return [...(hasWallet || isMakingWallet ? [] : [firstSteps.createWallet]), ...hostNeeds(host)]
}

function hostNeeds(host: ClientFacts['host']): Step[] {
  const connect = firstSteps.connectRepositories
  switch (host) {
    case 'connected':
      return []
    case 'missing':
      return [connect]
    case 'empty':
      return [{ ...connect, text: 'Connect a repository: you no longer have access to any.' }]
    case 'refused':
      return [{ ...connect, text: 'Connect your repositories again: their host refuses the connection.' }]
    case 'requested':
      return [
        step(
          'repository_host',
          'await_installation',
          'An owner of the organisation has to approve the installation.',
          at('getGithubStatus'),
        ),
      ]
  }
}

/** A moment that has passed is no deadline any more. */
function deadline(seconds: bigint | null, chainTime: bigint): string | null {
  return seconds === null || seconds < chainTime ? null : timeOf(seconds)
}

function nameOf(title: string | null, otherwise: string): string {
  return title === null ? otherwise : `“${title}”`
}
