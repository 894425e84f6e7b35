import { isNumber } from './node-view.ts'
import type { Effect } from './node-wire.ts'

const readsState: Record<string, number> = {
  eth_call: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
}

/** A node that keeps the state of blocks from `oldest` on alone, and answers about older ones as go-ethereum does. */
export function prunedBelow(oldest: () => Promise<bigint>): Effect {
  return async (call, send) => {
    const block = call.params[readsState[call.method] ?? -1]
    if (!isNumber(block) || BigInt(block) >= (await oldest())) return send(call)
    const message = `missing trie node ${'0'.repeat(64)} (path ) state 0x${'0'.repeat(64)} is not available`
    return { error: { code: -32_000, message } }
  }
}
