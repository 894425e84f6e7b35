import type { AgentPayee } from '../../usecases/payees/read-payee.ts'

export function toPayeeReply(view: AgentPayee) {
  const { payee, wallet, waits, key, nonce, delaySeconds, isUnderWay, refusal, chainId, registry } = view
  return {
    payee,
    wallet_address: wallet,
    is_own_wallet: payee === wallet,
    waiting: waits && { payee: waits.payee, effective_from: new Date(Number(waits.from) * 1_000).toISOString() },
    is_under_way: isUnderWay,
    refusal,
    delay_seconds: Number(delaySeconds),
    signing: { chain_id: chainId, registry, agent: wallet, key, nonce: nonce.toString() },
  }
}
