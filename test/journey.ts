import { type Abi, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { ReplyOf } from '#lib/client/api.ts'
import { followChain } from '#lib/usecases/chain/follow-chain.ts'
import { releaseLapsedFundings } from '#lib/usecases/chain/release-lapsed-fundings.ts'
import { runOperator } from '#lib/usecases/operator/run-operator.ts'
import { registerOwner } from '#lib/usecases/wallet/register-owner.ts'
import { type ChallengeAnswer, challengeIn } from './people/challenge.ts'
import type { Person } from './people/person.ts'
import type { Service } from './service.ts'
import { until } from './until.ts'

export type Address = `0x${string}`
export type Draft = ReplyOf<'getDraft'>
export type Transaction = ReplyOf<'getTransaction'>
export type Access = ReplyOf<'getGithubStatus'>['installations'][number]['repositories'][number]
export type Client = { person: Person; wallet: Address; access: Access }

const tokenAbi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function allowance(address, address) view returns (uint256)',
  'function mint(address, uint256)',
])

const content = {
  reward: { amount: '3.000000', currency: 'USDC' as const },
  verifier_fee: { amount: '0.100000', currency: 'USDC' as const },
  open_seconds: 86_400,
  work_seconds: 3_600,
  verification_seconds: 3_600,
}
/** What `content` costs, in base units. */
export const budget = 3_900_000n

/** Signed in, with the client capability. */
export async function signInClient(service: Service, persona = 'clara'): Promise<Person> {
  const person = service.person(persona)
  await person.signIn()
  await person.call('becomeClient')
  return person
}

/** A client who can review and pay: registered wallet with 100 USDC, and the repositories of an account. */
export async function readyClient(service: Service, persona = 'clara', account = 'acme'): Promise<Client> {
  const person = await signInClient(service, persona)
  const wallet = await openWallet(service, person)
  await mint(service, wallet, 100_000_000n)
  return { person, wallet, access: await grant(person, account) }
}

/** A smart account whose owner the escrow knows. */
export async function openWallet(service: Service, person: Person): Promise<Address> {
  const answer = await person.call('initializeWallet')
  if (answer.status === 'challenge') await person.approve(answer.challenge_id, answer.wallet_session)
  const { address } = await person.call('syncWallet')
  await registerOwners(service)
  return address as Address
}

/** Does the registrations that wait, as the worker would: the call, the operator's queue, and the confirmation. */
export async function registerOwners(service: Service): Promise<void> {
  const ctx = service.context()
  const waiting = () =>
    service.sql`select id from transactions where purpose = 'OWNER_REGISTRATION' and ended_at is null`
  for (let tries = 0; tries < 100; tries += 1) {
    const rows = await waiting()
    if (rows.length === 0) return
    for (const { id } of rows) await registerOwner(ctx, { transactionId: id })
    await runOperator(ctx, 'registrar')
  }
  throw new Error('a registration does not end')
}

/** Test money from the token's minter. */
export async function mint(service: Service, to: Address, units: bigint): Promise<`0x${string}`> {
  const { token } = service.chain.addresses
  const account = privateKeyToAccount(service.chain.keys.minter)
  const args = [to, units] as const
  const hash = await service.node.writeContract({ address: token, abi: tokenAbi, functionName: 'mint', args, account })
  await service.node.waitForTransactionReceipt({ hash })
  return hash
}

export function balanceOf(service: Service, account: Address): Promise<bigint> {
  const { token } = service.chain.addresses
  return service.node.readContract({ address: token, abi: tokenAbi, functionName: 'balanceOf', args: [account] })
}

export function allowanceOf(service: Service, owner: Address): Promise<bigint> {
  const { token, escrow } = service.chain.addresses
  const args = [owner, escrow] as const
  return service.node.readContract({ address: token, abi: tokenAbi, functionName: 'allowance', args })
}

/** What wallet and escrow hold now; refusals leave it as it is. */
export async function balances(service: Service, wallet: Address): Promise<{ wallet: bigint; escrow: bigint }> {
  const [own, escrow] = await Promise.all([
    balanceOf(service, wallet),
    balanceOf(service, service.chain.addresses.escrow),
  ])
  return { wallet: own, escrow }
}

/** Installs the App on an account and gives the access to one of its repositories. */
export async function grant(person: Person, account: string, repository = firstOf[account]): Promise<Access> {
  const { installation_url } = await person.call('startGithubInstall')
  const returned = await person.installApp(installation_url, account)
  const body = {
    state: returned.get('state') ?? '',
    code: returned.get('code') ?? '',
    installation_id: returned.get('installation_id') ?? '',
  }
  const status = await person.call('completeGithubInstall', { body })
  const all = status.installations.flatMap((one) => one.repositories)
  const access = all.find((row) => row.full_name === `${account}/${repository}`)
  if (!access) throw new Error(`${account}/${repository} is not among ${all.map((row) => row.full_name).join(', ')}`)
  return access
}

const firstOf: Record<string, string> = { acme: 'slugify-lite', 'bea-both': 'tide-tables', 'clara-client': 'dotfiles' }

/** A new issue of a repository at the host. */
export async function openIssue(
  service: Service,
  {
    repository = 'acme/slugify-lite',
    ...issue
  }: { repository?: string; title?: string; body?: string; labels?: string[] } = {},
): Promise<number> {
  const opened = await atHost<{ number: number }>(service, 'POST', `/repos/${repository}/issues`, {
    title: 'Round the corners',
    body: 'They are square today.',
    ...issue,
  })
  return opened.number
}

/** What people do at the repository host, past the service. */
export async function atHost<T = unknown>(service: Service, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${service.host.url}/sandbox${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`the repository host answered ${response.status}: ${text}`)
  return (text ? JSON.parse(text) : undefined) as T
}

export function createDraft(client: Pick<Client, 'person' | 'access'>, number: number, more = {}): Promise<Draft> {
  const body = { repository_access_id: client.access.id, number, ...content, ...more }
  return client.person.call('createDraft', { body })
}

/** A draft that passed review. */
export async function readyDraft(client: Client, number: number, more = {}): Promise<Draft> {
  const draft = await createDraft(client, number, more)
  const reviewed = await client.person.call('reviewDraft', { params: { id: draft.id }, body: { probe_mode: 'skip' } })
  if (reviewed.state !== 'READY') throw new Error(`the review found ${JSON.stringify(reviewed.findings)}`)
  return reviewed
}

/** A locked draft whose exact allowance is on chain. */
export async function approvedDraft(client: Client, number: number, more = {}): Promise<Draft> {
  const { id } = await readyDraft(client, number, more)
  const answer = await client.person.call('createApprovalChallenge', { params: { id }, idempotencyKey: newKey() })
  if (answer.status === 'challenge') await carryOut(client.person, answer)
  return client.person.call('getDraft', { params: { id } })
}

export async function askToFund(person: Person, id: string) {
  return challengeIn(await person.call('createFundingChallenge', { params: { id }, idempotencyKey: newKey() }))
}

/** The challenge for what the contract lets a client do with a job, or for that action alone. */
export async function askToEnd(person: Person, onchain_job_id: string, action?: 'cancel' | 'refund') {
  const asked = { params: { onchain_job_id }, body: action ? { action } : {}, idempotencyKey: newKey() }
  return challengeIn(await person.call('createActionChallenge', asked))
}

/** Approves a challenge in the wallet and follows its transaction to its end. */
export async function carryOut(person: Person, answer: ChallengeAnswer): Promise<Transaction> {
  const challenge = challengeIn(answer)
  await person.approve(challenge.challenge_id, challenge.wallet_session)
  return ended(person, challenge.transaction_id)
}

export function ended(person: Person, id: string): Promise<Transaction> {
  return until(
    () => look(person, id),
    (value) => value.ended_at !== null,
  )
}

/** One fresh look at a transaction. */
export function look(person: Person, id: string): Promise<Transaction> {
  return person.call('resolveTransaction', { params: { transaction_id: id }, body: {} })
}

/** Issue to funded job. */
export async function fundedJob(client: Client, number: number, more = {}): Promise<ReplyOf<'getJob'>> {
  const { id } = await approvedDraft(client, number, more)
  const done = await carryOut(client.person, await askToFund(client.person, id))
  if (done.state !== 'CONFIRMED') throw new Error(`the funding ended as ${done.state}: ${JSON.stringify(done.failure)}`)
  const { onchain_job_id } = await client.person.call('getDraft', { params: { id } })
  return client.person.call('getJob', { params: { onchain_job_id: onchain_job_id ?? '' } })
}

/** One step of the indexer, as the leading worker makes it. */
export async function index(service: Service, context = service.context()): Promise<void> {
  await followChain(context, BigInt(service.chain.deploymentBlock))
  await releaseLapsedFundings(context)
}

/** Sends a call from one of the operators' accounts and waits until it is mined. */
export async function sendAs(
  service: Service,
  key: `0x${string}`,
  call: { address: Address; abi: Abi; functionName: string; args: readonly unknown[] },
): Promise<`0x${string}`> {
  const hash = await service.node.writeContract({ ...call, account: privateKeyToAccount(key) })
  await service.node.waitForTransactionReceipt({ hash })
  return hash
}

/** Ends every payment under way and forgets the drafts that are not funded, so that the next test meets a free wallet. */
export async function tidy(service: Service): Promise<void> {
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update transactions set state = 'EXPIRED', ended_at = now() where ended_at is null`
    await tx`delete from drafts where state <> 'FUNDED'`
  })
}

/** A fresh idempotency key. */
export function newKey(): string {
  return crypto.randomUUID()
}
