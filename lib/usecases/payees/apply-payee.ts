import type { Address } from '../../ports/chain.ts'
import type { WorkerContext } from '../context.ts'
import { callOnce } from '../operator/call-once.ts'
import { applicationCall } from './payee-calls.ts'

/** Lets a payee take effect whose time has come; safe to repeat. What the registry refuses is tried ever more rarely. */
export async function applyPayee(ctx: WorkerContext, { agent }: { agent: Address }): Promise<void> {
  const { waits, nonce } = await ctx.chain.payee(agent)
  if (!waits || waits.from > (await ctx.chain.latestBlock()).timestamp) return
  await callOnce(ctx, applicationCall(ctx, { agent, nonce }))
}
