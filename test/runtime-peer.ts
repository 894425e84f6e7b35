import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { json } from 'node:stream/consumers'
import canonicalize from 'canonicalize'
import { keccak256, stringToBytes } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { type CallInput, callWith, type ReplyOf } from '#lib/client/api.ts'
import type { AgentRole } from '#lib/domain/agent.ts'
import type { OperationId } from '#lib/domain/operations.ts'
import { resultDocument, sortChanges } from '#lib/domain/result.ts'
import {
  escrowDomain,
  type MessageName,
  offerDomain,
  pairingDomain,
  type TypedMessage,
  typedMessage,
} from '#lib/domain/signed-messages.ts'
import type { Person } from './people/person.ts'
import type { Service } from './service.ts'

type Hex = `0x${string}`
type Offer = ReplyOf<'sendHeartbeat'>['offers'][number]
type Assigned = Extract<ReplyOf<'takeJobCredential'>, { status: 'assigned' }>
type Challenge = { protocol: string; agent_id: string; role: string; origin: string; nonce: string }
type Path = 'challenge' | 'claim'
type Answer = Record<string, unknown>
type Claim = {
  agent_id: string
  token: string
  nonce: string
  runtime_nonce: string
  credential: string
  epoch: number
}

const commit = (document: unknown): Hex => keccak256(stringToBytes(canonicalize(document) ?? ''))

/** Where a runtime finds the service, and what it signs for. */
export type Place = Pick<Service, 'origin' | 'router'> & {
  chain: { chainId: number; addresses: { escrow: Hex } }
}

/** A runtime of the tests: speaks Runtime Protocol v1 over the wire and can break any rule of it on request. */
export class RuntimePeer {
  readonly account: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey())
  readonly role: AgentRole
  readonly service: Place
  readonly port: number
  /** Everything that was claimed, in order. */
  readonly claims: Claim[] = []
  credential = ''
  token = ''
  isolation = 'bubblewrap'
  /** Changes what is answered to a challenge or a claim. */
  twist: (path: Path, answer: Answer) => Answer | Promise<Answer> = (_, answer) => answer
  /** Whether the answer is lost after its effect. */
  loses: (path: Path) => boolean | Promise<boolean> = () => false
  private server: Server | undefined
  private readonly challenged = new Set<string>()
  private lastClaim = ''

  constructor(service: Place, role: AgentRole, port: number) {
    this.service = service
    this.role = role
    this.port = port
  }

  get key(): Hex {
    return this.account.address.toLowerCase() as Hex
  }

  /** Opens a token, as its console would. */
  newToken(): string {
    this.token = randomBytes(32).toString('base64url')
    return `service-connect://localhost:${this.port}?v=1&token=${this.token}&key=${this.key}`
  }

  async listen(): Promise<void> {
    const server = createServer((request, response) => {
      this.answer(request).then(
        (answer) =>
          answer
            ? response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
            : response.destroy(),
        () => response.writeHead(410).end(),
      )
    })
    this.server = server
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(this.port, '127.0.0.1', resolve)
    })
  }

  async close(): Promise<void> {
    this.server?.closeAllConnections()
    await new Promise((resolve) => (this.server ? this.server.close(resolve) : resolve(undefined)))
  }

  /** Nothing when the answer is to be lost. */
  private async answer(request: IncomingMessage): Promise<Answer | undefined> {
    const body: unknown = await json(request)
    const path = request.url?.replace('/service/connect/', '')
    if (path !== 'challenge' && path !== 'claim') throw new Error('unknown path')
    const answer = await (path === 'challenge' ? this.prove(body as Challenge) : this.take(body as Claim))
    return (await this.loses(path)) ? undefined : this.twist(path, answer)
  }

  private async prove(challenge: Challenge): Promise<Answer> {
    if (this.token === '') throw new Error('no token is open')
    const facts = { runtimeNonce: randomBytes(32).toString('base64url'), software: 'peer/1', isolation: this.isolation }
    const { protocol, agent_id: agentId, role, origin, nonce } = challenge
    const message = { protocol, agentId, role, origin, nonce, key: this.key, ...facts }
    this.challenged.add(`${agentId} ${nonce} ${facts.runtimeNonce}`)
    return {
      protocol,
      runtime_nonce: facts.runtimeNonce,
      key: this.key,
      software: facts.software,
      isolation: facts.isolation,
      signature: await this.sign('PairingAnswer', pairingDomain, message),
    }
  }

  /** A token admits one claim; the very same one again is answered alike. */
  private async take(claim: Claim): Promise<Answer> {
    this.claims.push(claim)
    const text = JSON.stringify(claim)
    if (text !== this.lastClaim) {
      if (this.token === '' || claim.token !== this.token) throw new Error('wrong token')
      if (!this.challenged.has(`${claim.agent_id} ${claim.nonce} ${claim.runtime_nonce}`))
        throw new Error('not challenged')
    }
    this.token = ''
    this.lastClaim = text
    this.credential = claim.credential
    const credentialHash: Hex = `0x${createHash('sha256').update(claim.credential).digest('hex')}`
    const { chainId, addresses } = this.service.chain
    const signature = await this.sign('ClaimReceipt', pairingDomain, {
      agentId: claim.agent_id,
      nonce: claim.nonce,
      runtimeNonce: claim.runtime_nonce,
      credentialHash,
      epoch: claim.epoch,
      chainId,
      escrow: addresses.escrow,
    })
    return { claimed: true, credential_hash: credentialHash, signature }
  }

  sign(name: MessageName, domain: TypedMessage['domain'], message: Record<string, unknown>): Promise<Hex> {
    return this.account.signTypedData(typedMessage(name, domain, message) as never)
  }

  /** Calls an operation with this runtime's credential, or the one given. */
  call<Id extends OperationId>(id: Id, input: Partial<CallInput<Id>> = {}, credential = this.credential) {
    const send: typeof fetch = (url, init) => {
      const headers = new Headers(init?.headers)
      headers.set('authorization', `Bearer ${credential}`)
      return this.service.router(new Request(String(url), { ...init, headers }))
    }
    return callWith(send, this.service.origin, id, input)
  }

  heartbeat(more: Partial<CallInput<'sendHeartbeat'>['body']> = {}): Promise<ReplyOf<'sendHeartbeat'>> {
    return this.call('sendHeartbeat', {
      body: { state: 'idle', software: 'peer/1', policy_version: 3, running: [], ...more },
    })
  }

  async acceptance(offer: Offer, agent: string): Promise<Hex> {
    const { chainId, addresses } = this.service.chain
    return this.sign('OfferAcceptance', offerDomain(chainId, addresses.escrow), {
      offerId: offer.offer_id,
      jobId: BigInt(offer.onchain_job_id),
      agent,
      taskCommitment: offer.task_commitment,
      policyCommitment: offer.policy_commitment,
    })
  }

  /** The documented body that gives an attempt back, signed by this runtime's key. */
  async release(
    { onchain_job_id, attempt }: Pick<Assigned, 'onchain_job_id' | 'attempt'>,
    reason: string,
    outcome: 'cannot_run' | 'abandoned' = 'cannot_run',
  ) {
    const { chainId, addresses } = this.service.chain
    const message = { jobId: BigInt(onchain_job_id), attempt }
    const signature = await this.sign('Release', escrowDomain(chainId, addresses.escrow), message)
    return { outcome, onchain_job_id, attempt, reason, signature }
  }

  /** The documented delivery of one changed file, with a made-up tree unless one is named; `more` breaks it. */
  async result(
    task: Assigned,
    content: string,
    more: Record<string, unknown> = {},
    tree_id = createHash('sha1').update(content).digest('hex'),
  ) {
    const { chainId, addresses } = this.service.chain
    const changes = [
      { path: 'src/slugify.js', mode: '100644' as const, content: Buffer.from(content).toString('base64') },
    ]
    const document = resultDocument({
      chain_id: chainId,
      escrow: addresses.escrow,
      onchain_job_id: task.onchain_job_id,
      attempt: task.attempt,
      agent: task.agent as Hex,
      repository_id: task.repository.id,
      base_commit: task.repository.base_commit,
      tree_id,
      changes_sha256: createHash('sha256')
        .update(canonicalize(sortChanges(changes)) ?? '')
        .digest('hex'),
    })
    const resultCommitment = commit(document)
    const signature = await this.sign('Submission', escrowDomain(chainId, addresses.escrow), {
      jobId: BigInt(task.onchain_job_id),
      attempt: task.attempt,
      resultCommitment,
    })
    return {
      outcome: 'completed' as const,
      onchain_job_id: task.onchain_job_id,
      attempt: task.attempt,
      base_commit: task.repository.base_commit,
      tree_id,
      changes,
      summary: 'Changed one file.',
      result_commitment: resultCommitment,
      signature,
      ...more,
    }
  }

  /** The documented vote on a seat, signed by this runtime's key or the one given. */
  async vote(seat: ReplyOf<'takeVerificationCredential'>, pass: boolean, signer: RuntimePeer = this, mark?: string) {
    const { chainId, addresses } = this.service.chain
    const second = { version: 2 as const, controls: [], code: pass ? ('passed' as const) : ('result_fails' as const) }
    const evidence = {
      schema: 'jobwright/evidence' as const,
      ...(mark ? { ...second, marks: [{ code: 'ends_process', text: mark }] } : { version: 1 as const }),
      base_commit: seat.repository.base_commit,
      tree_id: seat.tree_id,
      isolation: 'bubblewrap',
      commands: [],
      reason: pass ? 'It does.' : 'It does not.',
    }
    const evidence_hash = commit(evidence)
    const signature = await signer.sign('Verdict', escrowDomain(chainId, addresses.escrow), {
      jobId: BigInt(seat.onchain_job_id),
      attempt: seat.attempt,
      taskCommitment: seat.task_commitment,
      policyCommitment: seat.policy_commitment,
      resultCommitment: seat.result_commitment,
      pass,
      evidenceHash: evidence_hash,
      agent: seat.agent,
    })
    const verdict = pass ? ('PASS' as const) : ('FAIL' as const)
    return { verdict, verification_id: seat.verification_id, evidence, evidence_hash, signature }
  }
}

export type ReadyAgent = { owner: Person; peer: RuntimePeer; agentId: string; wallet: Hex }
