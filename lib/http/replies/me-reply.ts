import type { Me } from '../../usecases/auth/read-me.ts'

export function toMeReply(me: Me) {
  const { user, session } = me
  return {
    user: { id: user.id, created_at: user.createdAt.toISOString() },
    session: {
      id: session.sessionId,
      signed_in_at: session.signedInAt.toISOString(),
      expires_at: session.expiresAt.toISOString(),
    },
    capabilities: [...me.capabilities],
    workspace: me.workspace,
    onboarding: {
      ...me.onboarding,
      wallet: me.hasWallet ? ('ready' as const) : ('missing' as const),
      repositories: me.hasRepositories ? ('connected' as const) : ('not_connected' as const),
      next_actions: me.nextActions,
    },
  }
}
