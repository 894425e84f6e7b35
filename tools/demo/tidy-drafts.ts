import { ApiError, type ReplyOf } from '#lib/client/api.ts'
import type { ChallengeAnswer } from '#test/people/challenge.ts'
import type { Person } from '#test/people/person.ts'
import { demoCriterion } from './fund-job.ts'
import { until } from './steps.ts'

type Summary = ReplyOf<'listDrafts'>['data'][number]

/** An earlier run that was interrupted may have left drafts that block the wallet. Drafts that a person made stay. */
export async function tidyDrafts(person: Person): Promise<void> {
  const { data } = await person.call('listDrafts', { query: { limit: '100' } })
  for (const { id, state } of data.filter(isOfDemo)) {
    if (state === 'FUNDING') await approveOpen(person, () => person.call('createFundingChallenge', keyed({ id })))
    const read = () => person.call('getDraft', { params: { id } })
    const now = await until('an interrupted draft to be free', 120, read, (value) => value.state !== 'FUNDING')
    if (now.onchain_job_id) await endJob(person, now.onchain_job_id)
    else await person.call('deleteDraft', { params: { id } })
  }
}

/** Its money would move while the next job's books are checked. */
async function endJob(person: Person, onchain_job_id: string): Promise<void> {
  const params = { onchain_job_id }
  await approveOpen(person, () => person.call('createActionChallenge', { ...keyed(params), body: {} }))
  const read = () => person.call('getJob', { params })
  await until('an interrupted job to end', 120, read, ({ state }) => !['OPEN', 'ASSIGNED', 'SUBMITTED'].includes(state))
}

/** Approves what an interrupted run left open, unless it is past that: nothing else ends it before it expires. */
async function approveOpen(person: Person, ask: () => Promise<ChallengeAnswer>): Promise<void> {
  const answer = await ask().catch((error: unknown) => {
    if (error instanceof ApiError && error.problem.status === 409) return undefined
    throw error
  })
  if (answer?.status !== 'challenge') return
  await person.approve(answer.challenge_id, answer.wallet_session).catch(() => undefined)
}

const keyed = <Params>(params: Params) => ({ params, idempotencyKey: crypto.randomUUID() })

function isOfDemo({ state, acceptance_criteria }: Summary): boolean {
  return state !== 'FUNDED' && acceptance_criteria.includes(demoCriterion)
}
