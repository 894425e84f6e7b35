import { expect, test } from 'vitest'
import type { ClientFacts, JobFacts, OpenDraftFacts, TransactionFacts } from './client-needs.ts'
import { dispatchNotes } from './dispatch-note.ts'
import { needsOf } from './needs.ts'
import type { OwnedAgentFacts } from './owner-needs.ts'

const chainTime = 1_800_000_000n
const ahead = chainTime + 600n
const at = (seconds: bigint) => new Date(Number(seconds) * 1_000).toISOString()

const client = (facts: Partial<ClientFacts>): ClientFacts => ({
  chainTime,
  hasWallet: true,
  host: 'connected',
  transactions: [],
  drafts: [],
  jobs: [],
  ...facts,
})
const transaction = (facts: Partial<TransactionFacts>): TransactionFacts => ({
  id: 't',
  purpose: 'FUNDING',
  state: 'CHALLENGE_ISSUED',
  reconciling: false,
  providerState: null,
  draftId: 'd',
  onchainJobId: null,
  title: 'Corners',
  fundBy: ahead,
  challengeExpiresAt: null,
  ...facts,
})
const draft = (facts: Partial<OpenDraftFacts>): OpenDraftFacts => ({
  id: 'd',
  title: 'Corners',
  state: 'READY',
  hasBlockingFindings: false,
  live: null,
  means: 'unapproved',
  fundBy: null,
  ...facts,
})
const job = (facts: Partial<JobFacts>): JobFacts => ({
  id: 7n,
  title: 'Corners',
  state: 'OPEN',
  held: 3_900_000n,
  openUntil: ahead,
  note: null,
  publication: null,
  publishable: null,
  ...facts,
})
const agent = (facts: Partial<OwnedAgentFacts>): OwnedAgentFacts => ({
  id: 'a',
  name: 'Night shift',
  state: 'ACTIVE',
  steps: [{ step: 'RUNTIME', state: 'DONE' }],
  connection: 'CONNECTED',
  isPairing: false,
  credentialEnd: null,
  workHeld: 0,
  workUntil: null,
  hasWithdrawalInDoubt: false,
  ...facts,
})

/** Code, call, who and deadline of each need, in order. */
const summarise = (needs: ReturnType<typeof needsOf>) =>
  needs.map(({ code, method, href, who, until }) => [code, `${method} ${href}`, who, until])

const draftAt = (path: string) => `POST /api/v1/client/job-drafts/d/${path}-challenge/`
const jobAt = (path: string) => `POST /api/v1/client/jobs/7/${path}/`
const transactionAt = 'GET /api/v1/client/transactions/t/'
const live = { id: 't', purpose: 'FUNDING', state: 'CHALLENGE_ISSUED', challengeExpiresAt: null } as const

test.each<[string, Partial<ClientFacts>, unknown[][]]>([
  ['nothing', {}, []],
  [
    'a new account',
    { hasWallet: false, host: 'missing' },
    [
      ['create_wallet', 'POST /api/v1/client/wallet/initialize/', 'client', null],
      ['connect_repositories', 'POST /api/v1/client/github/app/install/start/', 'client', null],
    ],
  ],
  [
    'a wallet in the making',
    {
      hasWallet: false,
      transactions: [transaction({ purpose: 'WALLET_CREATION', draftId: null, title: null, fundBy: null })],
    },
    [['await_wallet_creation', 'POST /api/v1/client/wallet/initialize/', 'client', null]],
  ],
  [
    'a connection that the host refuses',
    { host: 'refused' },
    [['connect_repositories', 'POST /api/v1/client/github/app/install/start/', 'client', null]],
  ],
  [
    'repositories that are gone',
    { host: 'empty' },
    [['connect_repositories', 'POST /api/v1/client/github/app/install/start/', 'client', null]],
  ],
  [
    'an installation that another person has to approve',
    { host: 'requested' },
    [['await_installation', 'GET /api/v1/client/github/app/status/', 'repository_host', null]],
  ],
  [
    'a funding in the wallet',
    { transactions: [transaction({})], drafts: [draft({ state: 'FUNDING', live, fundBy: ahead })] },
    [['await_funding', draftAt('funding'), 'client', at(ahead)]],
  ],
  [
    'an approval in the wallet',
    { transactions: [transaction({ purpose: 'APPROVAL' })] },
    [['await_approval', draftAt('approval'), 'client', at(ahead)]],
  ],
  [
    'a cancellation in the wallet',
    {
      transactions: [
        transaction({
          purpose: 'JOB_CANCEL',
          onchainJobId: 7n,
          fundBy: null,
          challengeExpiresAt: new Date(at(ahead)),
        }),
      ],
      jobs: [job({ note: dispatchNotes.noWorker })],
    },
    [['await_job_cancel', jobAt('action-challenge'), 'client', at(ahead)]],
  ],
  [
    'a funding that is mined',
    { transactions: [transaction({ state: 'CONFIRMING' })] },
    [['await_funding', transactionAt, 'chain', null]],
  ],
  [
    'a funding that is stuck',
    { transactions: [transaction({ state: 'BROADCAST', providerState: 'STUCK' })] },
    [['await_funding', transactionAt, 'client', at(ahead)]],
  ],
  ['a draft that nobody has reviewed', { drafts: [draft({ state: 'DRAFT' })] }, []],
  [
    'a draft with a finding that blocks it',
    { drafts: [draft({ state: 'DRAFT', hasBlockingFindings: true })] },
    [['edit', 'PATCH /api/v1/client/job-drafts/d/', 'client', null]],
  ],
  ['a ready draft', { drafts: [draft({})] }, [['approve', draftAt('approval'), 'client', null]]],
  [
    'a ready draft while another one is paid for',
    { drafts: [draft({}), draft({ id: 'e', state: 'FUNDING', live, fundBy: ahead })] },
    [['open_draft', 'GET /api/v1/client/job-drafts/d/', 'client', null]],
  ],
  [
    'frozen terms without an allowance',
    { drafts: [draft({ state: 'LOCKED', fundBy: ahead })] },
    [['approve', draftAt('approval'), 'client', at(ahead)]],
  ],
  [
    'frozen terms with their allowance',
    { drafts: [draft({ state: 'LOCKED', fundBy: ahead, means: 'enough' })] },
    [['fund', draftAt('funding'), 'client', at(ahead)]],
  ],
  [
    'frozen terms whose time is over, which funding renews',
    { drafts: [draft({ state: 'LOCKED', fundBy: chainTime - 1n, means: 'enough' })] },
    [['fund', draftAt('funding'), 'client', null]],
  ],
  [
    'a funding whose challenge ended',
    { drafts: [draft({ state: 'FUNDING', fundBy: ahead })] },
    [['fund', draftAt('funding'), 'client', at(ahead)]],
  ],
  [
    'a funding whose window ended',
    { drafts: [draft({ state: 'FUNDING', fundBy: chainTime - 1n })] },
    [['await_unlock', 'GET /api/v1/client/job-drafts/d/', 'service', null]],
  ],
  ['an open job that goes on', { jobs: [job({ note: 'Offered to a worker; waiting for its answer.' })] }, []],
  [
    'an open job without a worker',
    { jobs: [job({ note: dispatchNotes.noWorker })] },
    [['cancel', jobAt('action-challenge'), 'client', at(ahead)]],
  ],
  [
    'an open job without enough verifiers',
    { jobs: [job({ note: dispatchNotes.tooFewVerifiers(4) })] },
    [['cancel', jobAt('action-challenge'), 'client', at(ahead)]],
  ],
  [
    'a job that nobody took in time',
    { jobs: [job({ openUntil: chainTime - 1n })] },
    [['claim_refund', jobAt('action-challenge'), 'client', null]],
  ],
  ['a job in its last second', { jobs: [job({ openUntil: chainTime })] }, []],
  [
    'an expired job',
    { jobs: [job({ state: 'EXPIRED' })] },
    [['claim_refund', jobAt('action-challenge'), 'client', null]],
  ],
  [
    'a rejected job',
    { jobs: [job({ state: 'REJECTED' })] },
    [['claim_refund', jobAt('action-challenge'), 'client', null]],
  ],
  [
    'a settled job to publish',
    { jobs: [job({ state: 'SETTLED', publishable: '0x1' })] },
    [['publish', jobAt('publish'), 'client', null]],
  ],
  [
    'a publication that failed',
    { jobs: [job({ state: 'SETTLED', publishable: '0x1', publication: 'FAILED' })] },
    [['publish', jobAt('publish'), 'client', null]],
  ],
  ['a result that is published', { jobs: [job({ state: 'SETTLED', publication: 'PUBLISHED' })] }, []],
])('a client with %s', (_, facts, needs) => {
  expect(summarise(needsOf({ client: client(facts) }))).toEqual(needs)
})

const soon = new Date('2030-01-01T00:00:00.000Z')
const agentAt = 'GET /api/v1/agents/a/'
const provision = 'POST /api/v1/agents/a/provision/'

test.each<[string, Partial<OwnedAgentFacts>, unknown[][]]>([
  ['a connected agent', {}, []],
  ['an agent without a runtime', { connection: 'UNPAIRED' }, [['pair_runtime', provision, 'agent_owner', null]]],
  [
    'a step that failed',
    { steps: [{ step: 'QUALIFICATION', state: 'FAILED' }] },
    [['continue_provisioning', provision, 'agent_owner', null]],
  ],
  ['a silent runtime without work', { connection: 'OFFLINE' }, []],
  [
    'a silent runtime that holds work',
    { connection: 'STALE', workHeld: 2, workUntil: soon },
    [['start_runtime', agentAt, 'agent_owner', soon.toISOString()]],
  ],
  [
    'a silent runtime that is being set up',
    { connection: 'OFFLINE', state: 'PROVISIONING' },
    [['start_runtime', agentAt, 'agent_owner', null]],
  ],
  [
    'a credential near its end',
    { credentialEnd: soon },
    [['renew_credential', provision, 'agent_owner', soon.toISOString()]],
  ],
  [
    'a suspended agent',
    { state: 'SUSPENDED', connection: 'DISCONNECTED' },
    [['read_agent', agentAt, 'agent_owner', null]],
  ],
  ['a paused agent', { state: 'PAUSED' }, []],
  ['a paused agent without a runtime', { state: 'PAUSED', connection: 'DISCONNECTED' }, []],
  [
    'a paused agent whose silent runtime holds work',
    { state: 'PAUSED', connection: 'OFFLINE', workHeld: 1 },
    [['start_runtime', agentAt, 'agent_owner', null]],
  ],
  [
    'a withdrawal in doubt',
    { hasWithdrawalInDoubt: true },
    [['await_withdrawal', 'GET /api/v1/agents/a/withdrawals/', 'service', null]],
  ],
])('an owner with %s', (_, facts, needs) => {
  expect(summarise(needsOf({ agentOwner: { agents: [agent(facts)] } }))).toEqual(needs)
})

test('an owner without agents creates one', () => {
  expect(summarise(needsOf({ agentOwner: { agents: [] } }))).toEqual([
    ['create_agent', 'POST /api/v1/agents/', 'agent_owner', null],
  ])
})

test('the needs of both roles come by their deadlines, and those without one last', () => {
  const needs = needsOf({
    client: client({
      drafts: [draft({})],
      jobs: [job({ note: dispatchNotes.noWorker, openUntil: chainTime + 60n }), job({ id: 8n, state: 'EXPIRED' })],
    }),
    agentOwner: {
      agents: [
        agent({ connection: 'OFFLINE', workHeld: 1, workUntil: new Date(at(chainTime + 30n)) }),
        agent({ id: 'b', connection: 'OFFLINE', workHeld: 1, workUntil: new Date(at(chainTime + 90n)) }),
      ],
    },
  })
  expect(needs.map(({ role, code }) => `${role} ${code}`)).toEqual([
    'agent_owner start_runtime',
    'client cancel',
    'agent_owner start_runtime',
    'client claim_refund',
    'client approve',
  ])
})

test('every need names what it is about, in a sentence', () => {
  const needs = needsOf({
    client: client({
      transactions: [transaction({ draftId: 'x', state: 'SUBMITTED' })],
      drafts: [draft({})],
      jobs: [job({ state: 'REJECTED' }), job({ id: 8n, title: null, state: 'EXPIRED' })],
    }),
    agentOwner: { agents: [agent({ steps: [{ step: 'WALLET', state: 'FAILED' }] })] },
  })
  expect(needs.map(({ text }) => text)).toEqual([
    'Funding of “Corners”: The wallet provider is preparing the transaction.',
    '“Corners” was rejected: take 3.90 USDC back.',
    'Job 8 has run out of time: take 3.90 USDC back.',
    '“Corners” is ready to fund once the payment in progress ends.',
    'Setting up “Night shift” stopped at its wallet: try again.',
  ])
})
