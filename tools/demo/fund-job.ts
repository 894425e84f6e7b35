import canonicalize from 'canonicalize'
import { keccak256, stringToBytes } from 'viem'
import type { ReplyOf } from '#lib/client/api.ts'
import { parseAmount } from '#lib/domain/money.ts'
import { askWallet, challengeIn } from '#test/people/challenge.ts'
import type { Person } from '#test/people/person.ts'
import type { Ledger } from './ledger.ts'
import { expectThat, refusalOf, step, until } from './steps.ts'

type Draft = ReplyOf<'getDraft'>
type Job = ReplyOf<'getJob'>
export type FundedJob = { draft: Draft; job: Job; budget: bigint }

/** In every draft of the demo, and by this alone a later run knows them. */
export const demoCriterion = 'Draft of npm run demo: the named test file passes.'

const terms = {
  reward: { amount: '3.000000', currency: 'USDC' },
  verifier_fee: { amount: '0.100000', currency: 'USDC' },
  verifiers: 3,
  quorum: 2,
  max_attempts: 3,
  open_seconds: 86_400,
  work_seconds: 3_600,
  verification_seconds: 3_600,
} as const

export type JobTerms = Partial<{
  verifiers: number
  quorum: number
  max_attempts: number
  work_seconds: number
  verification_seconds: number
  silence_share_bps: number
  reward: typeof terms.reward
}>

export type JobRequest = {
  repository: string
  /** An issue of the repository, and the test file that is run for it. */
  issue: { number: number; test: string }
  wallet: `0x${string}`
  withFalseClaim: boolean
  /** Terms other than the demo's usual ones. */
  terms?: JobTerms
  /** A test that workers do not see, which the command runs as well. */
  sealed?: { path: string; text: string } | undefined
  /** No verifier tries the commands at review. */
  skipProbe?: true
}

/** Issue to FUNDED: preview, draft, review, exact approval, funding, and the same story on the chain. */
export async function fundJob(person: Person, ledger: Ledger, input: JobRequest): Promise<FundedJob> {
  const draft = await prepareDraft(person, input)
  const before = await ledger.balance(input.wallet)
  const held = await ledger.balance(ledger.escrow)
  const budget = parseAmount(draft.budget.amount)
  await approveAllowance(person, draft)
  const job = await fund(person, ledger, draft, input.withFalseClaim)
  await step('The books agree with the token contract, to the base unit', async () => {
    const [after, heldAfter] = [await ledger.balance(input.wallet), await ledger.balance(ledger.escrow)]
    expectThat(before - after === budget, `the wallet paid ${before - after}, not ${budget}`)
    expectThat(heldAfter - held === budget, `the escrow took ${heldAfter - held}, not ${budget}`)
    expectThat(parseAmount(job.held.amount) === budget, `the API says ${job.held.amount} is held`)
    return {
      value: undefined,
      evidence: { 'paid by wallet': String(budget), 'held by escrow': String(heldAfter - held) },
    }
  })
  return { draft, job, budget }
}

/** Issue to READY. */
export async function prepareDraft(person: Person, input: JobRequest): Promise<Draft> {
  const { number, test } = input.issue
  const access = await step(`Browse ${input.repository}`, async () => {
    const status = await person.call('getGithubStatus')
    const repository = status.installations
      .flatMap((one) => one.repositories)
      .find((one) => one.full_name === input.repository)
    expectThat(repository?.can_draft === true, `${input.repository} is not granted with push`)
    const issues = await person.call('listRepositoryIssues', { params: { repository_access_id: repository.id } })
    expectThat(
      issues.data.some((issue) => issue.number === number),
      `#${number} is not listed as open`,
    )
    return { value: repository, evidence: { issues: issues.data.length } }
  })
  const preview = await step(`Preview issue #${number}`, async () => {
    const value = await person.call('previewIssue', { body: { repository_access_id: access.id, number } })
    return {
      value,
      evidence: { title: value.issue.title, 'content hash': value.issue.content_hash, warnings: value.warnings.length },
    }
  })
  const draft = await step('Create the draft', async () => {
    const { sealed } = input
    const content = Buffer.from(sealed?.text ?? '').toString('base64')
    const body = {
      repository_access_id: access.id,
      number,
      content_hash: preview.issue.content_hash,
      acceptance_criteria: [demoCriterion],
      ...terms,
      ...input.terms,
      verification_commands: [
        {
          name: 'tests',
          argv: ['node', '--test', test, ...(sealed ? [sealed.path] : [])],
          expect: 'fails_then_passes',
        },
      ],
      ...(sealed && { acceptance_files: [{ path: sealed.path, content, sealed: true }] }),
    }
    const value = await person.call('createDraft', { body: body as never, idempotencyKey: crypto.randomUUID() })
    expectThat(value.state === 'DRAFT', `the draft is ${value.state}`)
    return { value, evidence: { draft: value.id, budget: value.budget.amount } }
  })
  return step('Review the draft', async () => {
    const params = { id: draft.id }
    await person.call('reviewDraft', { params, ...(input.skipProbe && { body: { probe_mode: 'skip' as const } }) })
    // A verifier of another owner tries the commands; the review ends with that.
    const read = () => person.call('getDraft', { params })
    // The review ends a moment after its probe; until then its warnings stand beside a draft that is not ready.
    const isBlocked = ({ findings }: Draft) => findings.some(({ severity }) => severity === 'blocking')
    const isOver = (value: Draft) => value.probe?.state !== 'RUNNING' && (value.state === 'READY' || isBlocked(value))
    const value = await until('the review', 130, read, isOver)
    expectThat(value.state === 'READY', `findings: ${JSON.stringify(value.findings)}`)
    const probe = value.probe?.state ?? 'none'
    return { value, evidence: { 'base commit': value.base_commit ?? '', findings: value.findings.length, probe } }
  })
}

export async function approveAllowance(person: Person, draft: Draft): Promise<void> {
  await step('Approve the exact allowance', async () => {
    const params = { id: draft.id }
    const ask = () => person.call('createApprovalChallenge', { params, idempotencyKey: crypto.randomUUID() })
    const answer = await askWallet(person, ask)
    if (answer.status === 'exists') return { value: undefined, evidence: { allowance: 'was exact already' } }
    const { challenge_id, wallet_session, transaction_id } = challengeIn(answer)
    await person.approve(challenge_id, wallet_session)
    const done = await settle(person, transaction_id)
    return { value: undefined, evidence: chainEvidence(done) }
  })
}

export async function fund(person: Person, ledger: Ledger, draft: Draft, withFalseClaim: boolean): Promise<Job> {
  const params = { id: draft.id }
  const challenge = await step('Ask for the funding challenge', async () => {
    const ask = () => person.call('createFundingChallenge', { params, idempotencyKey: crypto.randomUUID() })
    const value = challengeIn(await askWallet(person, ask))
    expectThat(value.draft.state === 'FUNDING', `the draft is ${value.draft.state}`)
    return { value, evidence: { challenge: value.challenge_id, calldata: value.call.calldata_hash } }
  })
  if (withFalseClaim)
    await claimWithoutProof(person, ledger, challenge.transaction_id, challenge.challenge_id, params.id)
  return step('Fund the job; the chain says so', async () => {
    await person.approve(challenge.challenge_id, challenge.wallet_session)
    const done = await settle(person, challenge.transaction_id)
    const funded = await until(
      'FUNDED',
      30,
      () => person.call('getDraft', { params }),
      (value) => value.state === 'FUNDED',
    )
    expectThat(funded.onchain_job_id !== null, 'a funded draft has no job')
    const job = await person.call('getJob', { params: { onchain_job_id: funded.onchain_job_id } })
    expectThat(['OPEN', 'ASSIGNED'].includes(job.state) && job.recognised, `the job is ${job.state}`)
    expectThat(
      (await ledger.eventsOf(job.evidence.transaction_hash as `0x${string}`)) > 0,
      'the receipt holds no event of the escrow',
    )
    checkCommitments(job)
    return {
      value: job,
      evidence: { job: job.onchain_job_id, ...chainEvidence(done), commitments: 'recomputed, equal' },
    }
  })
}

async function claimWithoutProof(
  person: Person,
  ledger: Ledger,
  transactionId: string,
  challengeId: string,
  draftId: string,
): Promise<void> {
  await step('Refusal: a browser’s word is no proof of funding', async () => {
    const rows = await ledger.rows()
    const params = { transaction_id: transactionId }
    const claimed = await person.call('resolveTransaction', {
      params,
      body: { challenge_id: challengeId, result: 'COMPLETE' },
    })
    const draft = await person.call('getDraft', { params: { id: draftId } })
    expectThat(
      claimed.state === 'CHALLENGE_ISSUED' && draft.state === 'FUNDING',
      `claimed: ${claimed.state}, ${draft.state}`,
    )
    expectThat(draft.onchain_job_id === null && rows === (await ledger.rows()), 'a claim without proof changed a row')
    const foreign = () =>
      person.call('resolveTransaction', { params, body: { challenge_id: crypto.randomUUID(), result: 'COMPLETE' } })
    const evidence = await refusalOf(foreign, 409, 'state_conflict')
    return { value: undefined, evidence: { 'after the claim': `${claimed.state}, draft ${draft.state}`, ...evidence } }
  })
}

/** The documents hash to what the chain holds, recomputed here from what the API shows. */
function checkCommitments(job: Job): void {
  const commit = (document: unknown) => keccak256(stringToBytes(canonicalize(document) ?? ''))
  expectThat(commit(job.task_document) === job.commitments.task, 'the task commitment differs')
  expectThat(commit(job.policy_document) === job.commitments.policy, 'the policy commitment differs')
}

/** Reports a challenge and follows its transaction to the end. */
export async function settle(person: Person, id: string): Promise<ReplyOf<'getTransaction'>> {
  const params = { transaction_id: id }
  await person.call('resolveTransaction', { params, body: { result: 'COMPLETE' } })
  const isOver = (value: ReplyOf<'getTransaction'>) => value.ended_at !== null
  const done = await until('the transaction', 45, () => person.call('resolveTransaction', { params, body: {} }), isOver)
  expectThat(done.state === 'CONFIRMED', `the transaction ended ${done.state}: ${JSON.stringify(done.failure)}`)
  return done
}

export function chainEvidence(done: ReplyOf<'getTransaction'>) {
  const { transaction_hash, block_number, log_index, expected_action } = done.correlation
  return { call: expected_action, transaction: transaction_hash ?? '', block: block_number ?? '', log: log_index ?? '' }
}
