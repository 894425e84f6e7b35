import { me as schema } from '../../api/auth.ts'
import type { Me } from '../../usecases/auth/read-me.ts'
import { toWire } from '../to-wire.ts'

export function toMeReply(me: Me) {
  return toWire(schema, {
    ...me,
    session: { ...me.session, id: me.session.sessionId },
    onboarding: {
      client: me.onboarding.client,
      agentOwner: me.onboarding.agent_owner,
      wallet: me.hasWallet ? 'ready' : 'missing',
      repositories: me.hasRepositories ? 'connected' : 'not_connected',
      nextActions: me.nextActions,
    },
  })
}
