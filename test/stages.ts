import { walletFaults } from '#sandbox/wallet-provider/faults/client.ts'
import type { Fate } from '#sandbox/wallet-provider/faults/settings.ts'
import { atProvider } from './invariants.ts'
import { askToFund, type Client, look, newKey, openIssue, readyDraft, type Transaction } from './journey.ts'
import { refusal } from './refusal.ts'
import type { Service } from './service.ts'
import { until } from './until.ts'
import { accelerate } from './wallet-app.ts'

export type Stage = Transaction['state']
type Funding = { draftId: string; transaction: Transaction }

/** The fate at the provider that keeps, or ends, a funding in that state. */
const fates: Partial<Record<Stage, Fate>> = {
  SUBMITTED: { pauseAt: 'INITIATED' },
  BROADCAST: { stuckAfter: 'SENT' },
  FAILED: { end: 'FAILED', errorReason: 'ESTIMATION_ERROR' },
  CANCELLED: { end: 'CANCELLED' },
}

/** A funding in that state. An INTENT lasts as long as the line to the provider is cut, CONFIRMING until blocks are mined. */
export async function fundingIn(service: Service, client: Client, stage: Stage): Promise<Funding> {
  const { person } = client
  const { id: draftId } = await readyDraft(client, await openIssue(service))
  const params = { id: draftId }
  const approval = await person.call('createApprovalChallenge', { params, idempotencyKey: newKey() })
  if (approval.status === 'challenge') {
    await person.approve(approval.challenge_id, approval.wallet_session)
    await reach(service, client, approval.transaction_id, 'CONFIRMED')
  }
  if (stage === 'INTENT') return { draftId, transaction: await cutIntent(service, client, draftId) }
  const challenge = await askToFund(person, draftId)
  const id = challenge.transaction_id
  if (stage === 'EXPIRED') await walletFaults(service.wallets.url).expire('challenges')
  else if (stage !== 'CHALLENGE_ISSUED') {
    const fate = fates[stage]
    await walletFaults(service.wallets.url).set(fate ? { nextTransactions: [fate] } : {})
    await person.approve(challenge.challenge_id, challenge.wallet_session)
  }
  return { draftId, transaction: await reach(service, client, id, stage) }
}

async function cutIntent(service: Service, { person }: Client, draftId: string): Promise<Transaction> {
  service.wires.wallets.fate = ({ path }) => (path.includes('/contractExecution') ? 'cut' : 'pass')
  await refusal(askToFund(person, draftId))
  const { data } = await person.call('listTransactions', { query: { draft: draftId, purpose: 'FUNDING' } })
  if (!data[0]) throw new Error('there is no intent')
  return data[0]
}

/** Looks until the transaction is in that state, mining blocks for whatever else would keep it. */
export function reach(service: Service, client: Client, id: string, stage: Stage): Promise<Transaction> {
  return until(
    async () => {
      if (stage === 'CONFIRMED') await service.node.mine({ blocks: 1 })
      return look(client.person, id)
    },
    (transaction) => transaction.state === stage,
  )
}

/** Lets everything that is under way at the provider come to its end, as a person with a stuck wallet would see to. */
export async function finishAtProvider(service: Service, { person }: Client): Promise<void> {
  await walletFaults(service.wallets.url).set({})
  const open = () =>
    atProvider(service, (db) =>
      db
        .prepare(
          "select id, state from wallet_transaction where state not in ('COMPLETE', 'FAILED', 'CANCELLED', 'DENIED')",
        )
        .all(),
    )
  for (const { id, state } of open()) if (state === 'STUCK') await accelerate(service, person, String(id))
  await until(
    async () => open(),
    (rows) => rows.length === 0,
  )
}

/** Sets back when the transaction was looked at and changed, as if that long had passed since. */
export async function age(service: Service, id: string, since: string): Promise<void> {
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update transactions set updated_at = now() - ${since}::interval, looked_at = now() - ${since}::interval,
      unanswered_since = least(unanswered_since, now() - ${since}::interval) where id = ${id}`
  })
}
