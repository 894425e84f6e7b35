import { expect, test } from 'vitest'
import { adviseOperator, type OpenMatter, type OpenRecord, personStep } from './open-matter.ts'

const record = (kind: OpenRecord['kind'], rest: Partial<OpenRecord>): OpenRecord => ({
  kind,
  id: '7',
  state: '',
  title: null,
  agentId: null,
  draftId: null,
  jobId: null,
  ...rest,
})
const money = (kind: 'holds' | 'is_owed', agentId: string | null, units: bigint): OpenMatter => ({
  kind,
  agentId,
  title: agentId && 'Night shift',
  units,
})

test.each<[OpenMatter, string, string, string]>([
  [
    record('draft', { state: 'LOCKED', title: 'Fix it' }),
    'The draft “Fix it” waits for its funding. Delete it.',
    'DELETE /api/v1/client/job-drafts/7/',
    'The client deletes it, or you wait until its terms expire.',
  ],
  [
    record('draft', { state: 'FUNDING', title: 'Fix it' }),
    'The draft “Fix it” is being funded. Wait until that has ended.',
    'GET /api/v1/client/job-drafts/7/',
    'Wait until its funding has ended.',
  ],
  [
    record('transaction', { state: 'CHALLENGE_ISSUED', title: 'FUNDING', draftId: 'd' }),
    'The funding waits for an answer in the wallet. Approve or decline it.',
    'GET /api/v1/client/job-drafts/d/',
    'Wait until it has ended.',
  ],
  [
    record('transaction', { state: 'SUBMITTED', title: 'JOB_REFUND', jobId: '7' }),
    'The refund is under way. Wait until it has ended.',
    'GET /api/v1/client/jobs/7/',
    'Wait until it has ended.',
  ],
  [
    record('transaction', { state: 'SUBMITTED', title: 'WALLET_CREATION' }),
    'The creation of the wallet is under way. Wait until it has ended.',
    'GET /api/v1/client/transactions/',
    'Wait until it has ended.',
  ],
  [
    record('job', { state: 'OPEN', title: 'Fix it' }),
    'Job 7 “Fix it” waits for a worker. Cancel it.',
    'POST /api/v1/client/jobs/7/action-challenge/',
    'The client cancels it, or you wait until it has ended.',
  ],
  [
    record('job', { state: 'SUBMITTED' }),
    'Job 7 is being verified. Wait until it is paid or refunded.',
    'GET /api/v1/client/jobs/7/',
    'Wait until it is paid or refunded.',
  ],
  [
    record('publication', { title: 'Fix it' }),
    'The result of job 7 “Fix it” is being published. Wait until that has ended.',
    'GET /api/v1/client/jobs/7/',
    'Wait until it is published, or has failed.',
  ],
  [
    record('withdrawal', { state: 'IN_DOUBT', title: 'Night shift', agentId: 'a' }),
    'A withdrawal from the agent “Night shift” is in doubt. Wait until it has ended.',
    'GET /api/v1/agents/a/wallet/',
    'End it: npm run admin -- withdrawals resolve 7 <transaction hash|failed> --because "<evidence>"',
  ],
  [
    record('agent', { title: 'Night shift' }),
    'The agent “Night shift” holds work. Wait until its job has ended.',
    'GET /api/v1/agents/7/',
    'Wait until it has delivered, or its job has ended.',
  ],
  [
    money('holds', 'a', 1_500_000n),
    'The wallet of the agent “Night shift” holds 1.50 USDC. Withdraw it.',
    'POST /api/v1/agents/a/withdraw/',
    'Its owner moves the money first.',
  ],
  [
    money('is_owed', 'a', 1n),
    'The wallet of the agent “Night shift” is owed 0.000001 USDC. Wait until it is collected.',
    'GET /api/v1/agents/a/wallet/',
    'Wait until it is collected.',
  ],
  [
    money('is_owed', null, 2_000_000n),
    'The client’s wallet is owed 2.00 USDC. Wait until it is collected.',
    'GET /api/v1/client/wallet/',
    'Wait until it is collected.',
  ],
])('what keeps an account open says what it is, what to do and where: $0', (matter, sentence, place, advice) => {
  const { text, method, href } = personStep(matter)
  expect([text, `${method} ${href}`, adviseOperator(matter)]).toEqual([sentence, place, advice])
})
