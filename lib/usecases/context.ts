import type { Pool, Transaction } from '#lib/data/database.ts'
import type { Capability } from '#lib/domain/capability.ts'
import { Failure } from '#lib/domain/failure.ts'
import type { Chain } from '#lib/ports/chain.ts'
import type { CodeHost } from '#lib/ports/code-host.ts'
import type { Queue } from '#lib/ports/queue.ts'
import type { Vault } from '#lib/ports/vault.ts'
import type { Wallets } from '#lib/ports/wallets.ts'

/** What every use case works with; made once by the composition root. */
export type Services = {
  db: Pool
  chain: Chain
  wallets: Wallets
  codeHost: CodeHost
  vault: Vault
  queue: Queue<Transaction>
  settings: { fundBySeconds: number; publicOrigin: string; explorerUrl: string | null }
}

export type UserActor = {
  kind: 'user'
  userId: string
  sessionId: string
  signedInAt: Date
  expiresAt: Date
  capabilities: readonly Capability[]
}

export type SystemActor = { kind: 'system'; name: 'worker' | 'webhook' }

export type Actor = UserActor | SystemActor | { kind: 'anonymous' }

export type Context = Services & { actor: Actor; requestId: string }

/** The signed-in person, or `unauthenticated`. */
export function requireUser(ctx: Context): UserActor {
  if (ctx.actor.kind !== 'user') {
    throw new Failure('unauthenticated', 'There is no valid session.', {
      nextActions: [{ code: 'sign_in', text: 'Sign in.', href: '/sign-in', who: 'client', until: null }],
    })
  }
  return ctx.actor
}

/** The signed-in person if they hold the capability; `capability_required` with the way to it otherwise. */
export function requireCapability(ctx: Context, capability: Capability): UserActor {
  const user = requireUser(ctx)
  if (user.capabilities.includes(capability)) return user
  const path = capability === 'client' ? 'client' : 'agent-owner'
  throw new Failure('capability_required', `This needs the ${capability} capability.`, {
    nextActions: [
      {
        code: `become_${capability}`,
        text: 'Add the capability to this account.',
        method: 'POST',
        href: `/api/v1/onboarding/${path}/`,
        who: 'client',
        until: null,
      },
    ],
  })
}
