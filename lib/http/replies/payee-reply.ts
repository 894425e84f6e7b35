import { payee as schema } from '../../api/payees.ts'
import type { AgentPayee } from '../../usecases/payees/read-payee.ts'
import { toWire } from '../to-wire.ts'

export function toPayeeReply({ wallet, waits, delaySeconds, ...view }: AgentPayee) {
  return toWire(schema, {
    ...view,
    walletAddress: wallet,
    isOwnWallet: view.payee === wallet,
    waiting: waits && { payee: waits.payee, effectiveFrom: waits.from },
    delaySeconds: Number(delaySeconds),
    signing: { ...view, agent: wallet },
  })
}
