import { z } from 'zod'
import { challengeFailures, challengeOrUnderway } from './challenge.ts'
import { draft, params } from './drafts.ts'
import { defineEndpoint } from './endpoint.ts'
import { hostFailures } from './host-failures.ts'

const tag = 'drafts'
const access = 'session'
const capability = 'client'

export const createApprovalChallengeEndpoint = defineEndpoint('createApprovalChallenge', {
  tag,
  summary: 'Approve the exact allowance',
  description:
    'Freezes the funding snapshot and asks the wallet for an allowance of exactly the job’s budget. Returns `exists` if the allowance is already exactly that, the same challenge while one is live, and `underway` with its transaction once it was approved.',
  access,
  capability,
  params,
  idempotency: 'required',
  rate: 'money',
  holdsSecret: true,
  reply: {
    status: 200,
    schema: z
      .discriminatedUnion('status', [
        z.strictObject({ status: z.literal('exists'), draft }),
        ...challengeOrUnderway({ draft }),
      ])
      .meta({ id: 'ApprovalChallenge' }),
    description:
      'The challenge to approve, the transaction once it was approved, or `exists` if no approval is needed.',
  },
  failures: [...challengeFailures, 'draft_locked', 'draft_has_findings', 'funding_window_passed'],
})

export const createFundingChallengeEndpoint = defineEndpoint('createFundingChallenge', {
  tag,
  summary: 'Fund the job',
  description:
    'Asks the wallet to execute the createJob call that the server encodes from the frozen snapshot. Target and calldata are never taken from the request. Returns the same challenge while one is live, or `underway` with its transaction once it was approved.',
  access,
  capability,
  params,
  idempotency: 'required',
  rate: 'money',
  holdsSecret: true,
  reply: {
    status: 200,
    schema: z.discriminatedUnion('status', challengeOrUnderway({ draft })).meta({ id: 'FundingChallenge' }),
    description: 'The challenge to approve, or the transaction once it was approved.',
  },
  failures: [
    ...challengeFailures,
    ...hostFailures,
    'draft_locked',
    'allowance_missing',
    'balance_insufficient',
    'funding_window_passed',
  ],
})
