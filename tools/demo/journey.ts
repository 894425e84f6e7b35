import type { ReplyOf } from '#lib/client/api.ts'
import { parseAmount } from '#lib/domain/money.ts'
import { askWallet, challengeIn } from '#test/people/challenge.ts'
import { Person, type Places } from '#test/people/person.ts'
import { checkReceipt } from './check-receipt.ts'
import { chainEvidence, type FundedJob, fundJob, settle } from './fund-job.ts'
import { freeIssue } from './issues.ts'
import type { Ledger } from './ledger.ts'
import { rerunBundle } from './rerun-bundle.ts'
import { watchSettlement } from './settle-job.ts'
import { expectThat, refusalOf, step, until } from './steps.ts'
import { tidyDrafts } from './tidy-drafts.ts'
import { refuseWrongChannel, withdrawReward } from './withdraw.ts'

export const repository = 'acme/slugify-lite'

export type Setting = { places: Places; ledger: Ledger; apiKey: string; dataDir: string; consolePassword: string }
export type Client = { clara: Person; wallet: `0x${string}` }

/** The main job, from signing in to the withdrawn reward, and a second one that is cancelled with its full refund. */
export async function runJourney(setting: Setting): Promise<void> {
  const { places, ledger, dataDir } = setting
  const bea = new Person('bea', 'bea-both', places)
  await refuseForgedIdentity(new Person('clara', 'clara-client', places), ledger)
  const { clara, wallet } = await readyClient(setting)
  const request = { repository, wallet }

  const issue = await freeIssue(clara, await ledger.jobCount())
  const first = await fundJob(clara, ledger, { ...request, issue, withFalseClaim: false })
  const settled = await watchSettlement(clara, ledger, first)
  await withdrawReward(places, ledger, settled)
  await checkReceipt(places, ledger, first.job.onchain_job_id)
  await rerunBundle(clara, first.job.onchain_job_id)
  await refuseWrongChannel(places, ledger, dataDir)
  await signIn(bea, 'Sign in as another person')
  await bea.call('becomeClient')
  await refuseForeignDraft(bea, ledger, first)
  await takeTestMoney(setting, clara, wallet)
  const second = await fundJob(clara, ledger, {
    ...request,
    issue: await freeIssue(clara, (await ledger.jobCount()) + 1),
    withFalseClaim: true,
    // More independent verifiers than there are, so nobody is asked to work for it.
    terms: { verifiers: 5, quorum: 3 },
  })
  await cancel(clara, ledger, second, wallet, 'Cancel the second job and take everything back')
  await checkBooks(ledger)
}

/** The client, signed in, with wallet, test money and repositories, and no draft in the way. */
export async function readyClient(setting: Setting): Promise<Client> {
  const clara = new Person('clara', 'clara-client', setting.places)
  await signIn(clara, 'Sign in as the client')
  await step('Become a client', async () => {
    const { capabilities, workspace } = await clara.call('becomeClient')
    return { value: undefined, evidence: { capabilities: capabilities.join(), workspace } }
  })
  const wallet = await openWallet(clara)
  await takeTestMoney(setting, clara, wallet)
  await connectRepositories(clara)
  await tidyDrafts(clara)
  return { clara, wallet }
}

async function signIn(person: Person, title: string): Promise<void> {
  await step(title, async () => {
    const { user } = await person.signIn()
    const me = await person.call('getMe')
    expectThat(me.user.id === user.id, 'the session belongs to another person')
    return { value: undefined, evidence: { user: user.id, workspace: me.workspace } }
  })
}

async function refuseForgedIdentity(person: Person, ledger: Ledger): Promise<void> {
  await step('Refusal: an identity that the provider does not confirm', async () => {
    const rows = await ledger.rows()
    await person.call('startSocialLogin', { body: { device_id: 'demo-forger' } })
    const body = { user_token: 'clara@example.test', encryption_key: 'made-up', refresh_token: 'made-up' }
    const evidence = await refusalOf(() => person.call('exchangeIdentity', { body }), 401, 'identity_not_verified')
    expectThat(rows === (await ledger.rows()), 'a forged exchange changed a row')
    return { value: undefined, evidence }
  })
}

async function openWallet(person: Person): Promise<`0x${string}`> {
  return step('Open the wallet', async () => {
    const answer = await person.call('initializeWallet', { idempotencyKey: crypto.randomUUID() })
    if (answer.status === 'challenge') {
      await person.approve(answer.challenge_id, answer.wallet_session)
      await settle(person, answer.transaction_id)
    }
    await person.call('syncWallet')
    const isRegistered = (value: { is_owner_registered: boolean }) => value.is_owner_registered
    const wallet = await until('the owner’s registration', 30, () => person.call('getWallet'), isRegistered)
    return {
      value: wallet.address as `0x${string}`,
      evidence: { address: wallet.address, type: wallet.account_type, chain: wallet.chain_id },
    }
  })
}

/** Test money from the provider's faucet. */
export async function fill({ places, apiKey }: Setting, wallet: string): Promise<void> {
  const response = await fetch(`${places.wallets}/v1/faucet/drips`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ address: wallet, blockchain: 'ARC-TESTNET', usdc: true }),
  })
  expectThat(response.status === 204, `the faucet answered ${response.status}`)
}

async function takeTestMoney(setting: Setting, person: Person, wallet: `0x${string}`): Promise<void> {
  const { ledger } = setting
  await step('Take test money at the provider’s faucet', async () => {
    const before = await ledger.balance(wallet)
    await fill(setting, wallet)
    const read = () => person.call('getWalletBalance')
    const reply = await until('the balance', 20, read, (value) => parseAmount(value.balance.amount) > before)
    expectThat(
      parseAmount(reply.balance.amount) === (await ledger.balance(wallet)),
      'API and chain disagree on the balance',
    )
    return {
      value: undefined,
      evidence: { balance: `${reply.balance.amount} ${reply.balance.currency}`, 'read at block': reply.block_number },
    }
  })
}

async function connectRepositories(person: Person): Promise<void> {
  await step('Connect the repository host', async () => {
    const { installation_url } = await person.call('startGithubInstall')
    const returned = await person.installApp(installation_url, 'acme')
    const body = {
      state: returned.get('state') ?? '',
      code: returned.get('code') ?? '',
      installation_id: returned.get('installation_id') ?? '',
    }
    const status = await person.call('completeGithubInstall', { body })
    const again = await refusalOf(() => person.call('completeGithubInstall', { body }), 400, 'install_state_invalid')
    const repositories = status.installations.flatMap((one) => one.repositories.map((row) => row.full_name))
    return {
      value: undefined,
      evidence: {
        account: status.account?.login ?? '',
        repositories: repositories.join(', '),
        'state used twice': String(again.code),
      },
    }
  })
}

/** The books may lag behind the chain's last final block for a moment. */
export async function checkBooks(ledger: Ledger): Promise<void> {
  await step('All books balance, to the base unit', async () => {
    const { inEscrow, heldByJobs, owed, inWallets, supply } = await until(
      'the books to balance',
      20,
      () => ledger.books(),
      (value) => value.isBalanced,
    )
    return {
      value: undefined,
      evidence: {
        'in the escrow': String(inEscrow),
        'held by jobs': String(heldByJobs),
        owed: String(owed),
        'in wallets': String(inWallets),
        'token supply': String(supply),
      },
    }
  })
}

async function refuseForeignDraft(stranger: Person, ledger: Ledger, { draft, job }: FundedJob): Promise<void> {
  await step('Refusal: another person’s draft and job are as unknown as a missing one', async () => {
    const rows = await ledger.rows()
    const foreign = await refusalOf(() => stranger.call('getDraft', { params: { id: draft.id } }), 404, 'not_found')
    const missing = await refusalOf(
      () => stranger.call('getDraft', { params: { id: crypto.randomUUID() } }),
      404,
      'not_found',
    )
    expectThat(foreign.says === missing.says, 'a foreign draft is told apart from a missing one')
    const params = { onchain_job_id: job.onchain_job_id }
    await refusalOf(
      () => stranger.call('createActionChallenge', { params, body: {}, idempotencyKey: crypto.randomUUID() }),
      404,
      'not_found',
    )
    expectThat(rows === (await ledger.rows()), 'a foreign request changed a row')
    return { value: undefined, evidence: foreign }
  })
}

/** Cancels the job in the client's wallet, and follows the transaction to its end. */
export async function cancelJob(person: Person, onchain_job_id: string): Promise<ReplyOf<'getTransaction'>> {
  const params = { onchain_job_id }
  const body = { action: 'cancel' } as const
  const ask = () => person.call('createActionChallenge', { params, body, idempotencyKey: crypto.randomUUID() })
  const answer = challengeIn(await askWallet(person, ask))
  await person.approve(answer.challenge_id, answer.wallet_session)
  return settle(person, answer.transaction_id)
}

/** Cancels the job and sees its whole budget come back, to the base unit. */
export async function cancel(
  person: Person,
  ledger: Ledger,
  { job, budget }: FundedJob,
  wallet: `0x${string}`,
  title: string,
): Promise<void> {
  await step(title, async () => {
    const before = await ledger.balance(wallet)
    const params = { onchain_job_id: job.onchain_job_id }
    const done = await cancelJob(person, job.onchain_job_id)
    const ended = await until(
      'CANCELLED',
      30,
      () => person.call('getJob', { params }),
      (value) => value.state === 'CANCELLED',
    )
    const refund = (await ledger.balance(wallet)) - before
    expectThat(
      refund === budget && parseAmount(ended.held.amount) === 0n,
      `returned ${refund} of ${budget}, held ${ended.held.amount}`,
    )
    return { value: undefined, evidence: { state: ended.state, returned: String(refund), ...chainEvidence(done) } }
  })
}
