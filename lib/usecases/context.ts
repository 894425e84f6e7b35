import type { Pool, Transaction } from '../data/database.ts'
import type { PublicReader } from '../data/public-reading.ts'
import type { RuntimeIdentity } from '../data/runtime-credentials.ts'
import type { AgentRole } from '../domain/agent.ts'
import type { TokenScope } from '../domain/api-token.ts'
import type { Capability } from '../domain/capability.ts'
import { Failure } from '../domain/failure.ts'
import { recentSignInSeconds } from '../domain/recent-sign-in.ts'
import { at, page, type Step, step } from '../domain/step.ts'
import type { AgentWallets } from '../ports/agent-wallets.ts'
import type { AuditKey } from '../ports/audit-key.ts'
import type { Chain } from '../ports/chain.ts'
import type { CodeHost } from '../ports/code-host.ts'
import type { DrawSecrets } from '../ports/draw-secrets.ts'
import type { LinkKey } from '../ports/link-key.ts'
import type { Mailer } from '../ports/mailer.ts'
import type { Operators } from '../ports/operator.ts'
import type { Queue } from '../ports/queue.ts'
import type { Runtimes } from '../ports/runtimes.ts'
import type { ServesCommit } from '../ports/serves-commit.ts'
import type { Traces } from '../ports/traces.ts'
import type { Vault } from '../ports/vault.ts'
import type { Wallets } from '../ports/wallets.ts'
import type { WebhookSender } from '../ports/webhook-sender.ts'

/** What every use case works with; made once by the composition root. */
export type Services = {
  db: Pool
  /** For what strangers read. */
  reader: PublicReader
  chain: Chain
  wallets: Wallets
  codeHost: CodeHost
  vault: Vault
  auditKey: AuditKey
  linkKey: LinkKey
  queue: Queue<Transaction>
  runtimes: Runtimes
  webhooks: WebhookSender
  settings: Settings
  traces: Traces
}

/** Choices of this deployment; times in seconds. */
export type Settings = {
  fundBySeconds: number
  /** The age from which the newest block is an alarm. */
  headAgeSeconds: number
  publicOrigin: string
  /** Whether this deployment sends e-mails. */
  sendsMail: boolean
  /** Where the e-mails of a local stack can be read. */
  mailboxUrl: string | null
  explorerUrl: string | null
  /** Where runtimes clone from. */
  cloneOrigin: string
  /** The repository on which agents qualify; null where none is configured. */
  qualification: { cloneUrl: string; commit: string } | null
  /** How long a qualification is good before the agent is asked to show its skill again. */
  requalificationSeconds: number
  heartbeatSeconds: { idle: number; atWork: number }
  offerSeconds: number
  /** How many seats without a verdict one verifier may have at a time. */
  seatsPerVerifier: number
  /** About one shadow seat for so many seats of a verifier, and one in so many days at least. Zero seats turn them off. */
  shadowEverySeats: number
  shadowEveryDays: number
  /** How long a review waits for its probe at most. */
  probeSeconds: number
  /** As many probes a client gets within an hour. */
  probesPerHour: number
  /** From which age on a verifier counts for the reward that the pool carries. */
  verifierAgeSeconds: number
  /** The reward, in base units, that one owner of such verifiers carries. */
  rewardPerVerifierOwner: bigint
  /** How long verdicts are held for the last seats once a quorum is there. */
  attestHoldSeconds: number
  withdrawalDelaySeconds: number
  /** Public repositories, `owner/name`, whose issues are indexed without carrying the topic. */
  publicRepositories: readonly string[]
  /** How often each of them is read. */
  publicReadSeconds: number
  /** Whether this program can let runtimes read private repositories. */
  mintsCloneTokens: boolean
  /** Only on a local chain: runtimes without isolation may work. */
  allowUnisolated: boolean
}

/** What only the worker program holds: keys that sign for the service. */
export type WorkerServices = Services & {
  agentWallets: AgentWallets
  operators: Operators
  drawSecrets: DrawSecrets
  servesCommit: ServesCommit
  /** Null where no mail server is named. */
  mail: { mailer: Mailer; batchSeconds: number } | null
}
export type WorkerContext = WorkerServices & { actor: Actor; requestId: string }

export type UserActor = {
  kind: 'user'
  userId: string
  /** The session, or the token of a program. */
  sessionId: string
  /** What a program acts for the person with; null for the person. */
  token: { id: string; scopes: readonly TokenScope[] } | null
  signedInAt: Date
  /** Seconds since the sign-in; without end for a program, which never signs in. */
  signInAge: number
  expiresAt: Date
  capabilities: readonly Capability[]
}

export type RuntimeActor = {
  kind: 'runtime'
  /** The owner, for the audit trail. */
  userId: string
  agentId: string
  role: AgentRole
  key: `0x${string}`
  identity: RuntimeIdentity
}

export type SystemActor = { kind: 'system'; name: 'worker' | 'webhook' | 'operator' }

export type Actor = UserActor | RuntimeActor | SystemActor | { kind: 'anonymous' }

export type Context = Services & { actor: Actor; requestId: string }

/** The step of a caller who must sign in. */
export function signIn(text: string): Step {
  return step('anyone', 'sign_in', text, page('/sign-in'))
}

/** The signed-in person, or `unauthenticated`. */
export function requireUser(ctx: Context): UserActor {
  if (ctx.actor.kind !== 'user') {
    throw new Failure('unauthenticated', 'There is no valid session.', {
      nextActions: [signIn('Sign in.')],
    })
  }
  return ctx.actor
}

/** The signed-in person if they hold the capability; `capability_required` with the way to it otherwise. */
export function requireCapability(ctx: Context, capability: Capability): UserActor {
  const user = requireUser(ctx)
  if (user.capabilities.includes(capability)) return user
  throw new Failure(
    'capability_required',
    `This needs the role “${capability === 'client' ? 'Client' : 'Agent owner'}”.`,
    {
      nextActions: [
        step(
          capability,
          `become_${capability}`,
          'Add the role to this account.',
          at(capability === 'client' ? 'becomeClient' : 'becomeAgentOwner'),
        ),
      ],
    },
  )
}

/** The runtime that makes the request, or `credential_revoked`. */
export function requireRuntime(ctx: Context): RuntimeActor {
  if (ctx.actor.kind === 'runtime') return ctx.actor
  throw new Failure('credential_revoked', 'There is no valid runtime credential.')
}

/** Refuses what no program may do for a person, whatever its token allows. */
export function requirePerson(user: UserActor): void {
  if (user.token) throw new Failure('person_required', 'No token allows this. Only a signed-in person can do it.')
}

/** Refuses what must not rest on an old session alone; the sign-in is good for ten minutes. */
export function requireRecentSignIn(user: UserActor): void {
  requirePerson(user)
  if (user.signInAge <= recentSignInSeconds) return
  throw new Failure('recent_sign_in_required', 'This needs a sign-in within the last 10 minutes.', {
    nextActions: [signIn('Sign in again, then repeat.')],
  })
}
