import { inTransaction } from '../../data/database.ts'
import { failIntent, noteCallWait, type OperatorCallRow } from '../../data/operator-calls.ts'
import { findNextNonce, followAgain, insertTransaction, listDisplacedWith } from '../../data/operator-transactions.ts'
import { byGas, callsThatFit, entityOf } from '../../domain/operator-batch.ts'
import type { CallWait, OperatorName } from '../../domain/operator-call.ts'
import type { Operator, SignedCall } from '../../ports/operator.ts'
import type { WorkerContext } from '../context.ts'
import { findReceipt, followUpOf, signerOf } from './record-mined.ts'
import { broadcast } from './send-transaction.ts'

type DueCall = OperatorCallRow & { gas: bigint }
type Prepared = { calls: readonly DueCall[]; bytes: SignedCall }

/**
 * Sends as many of the due calls, the oldest first, as fit into one transaction, unless the key has to wait. Calls that
 * would be refused are left out. Returns whether the next step has something to do.
 */
export async function sendCalls(
  ctx: WorkerContext,
  name: OperatorName,
  due: readonly OperatorCallRow[],
): Promise<boolean> {
  const operator = ctx.operators[name]
  const signer = operator.address
  // It is read first, so that whatever takes it has shown its effect below. A node that is behind may not know what was
  // mined last.
  const nonce = await operator.nextNonce(signer, await findNextNonce(ctx.db, name, signer))
  const fine = await leaveOutRefused(ctx, operator, independent(due))
  if (fine === 'follows_again') return true
  const [oldest] = fine
  if (!oldest) return true
  const traces = fine.map(({ traceparent }) => traceparent)
  return ctx.traces.goOn('operator transaction', traces, async () => {
    const prepared = await prepare(operator, fine, nonce)
    if (typeof prepared === 'string') {
      await wait(ctx, oldest, prepared)
      return false
    }
    const { calls, bytes } = prepared
    const row = await inTransaction(ctx.db, (tx) =>
      insertTransaction(tx, { operator: name, signer, nonce, signed: bytes, callIds: calls.map(({ id }) => id) }),
    )
    if (!row) return false
    await broadcast(ctx, operator, row, bytes)
    return true
  })
}

/** Calls of one contract, each about another job, agent or wallet: one call may change what the next about the same does. */
function independent(due: readonly OperatorCallRow[]): OperatorCallRow[] {
  const entities = new Set<string>()
  return due.filter((call) => {
    const isFirst = !entities.has(entityOf(call))
    entities.add(entityOf(call))
    return isFirst && call.contract === due[0]?.contract
  })
}

/**
 * The calls that would succeed now. Those that would not have failed, as far as none before them is still to be sent; the
 * others are tried again after those. A call that the node does not simulate while it simulates others holds up none.
 */
async function leaveOutRefused(
  ctx: WorkerContext,
  operator: Operator,
  calls: readonly OperatorCallRow[],
): Promise<DueCall[] | 'follows_again'> {
  const previews = await Promise.allSettled(calls.map((call) => operator.simulate(call, dueBlockOf(call))))
  if (previews.every(isRejected)) throw previews.find(isRejected)?.reason
  const fine: DueCall[] = []
  let isFirst = true
  for (const [index, call] of calls.entries()) {
    const preview = previews[index]
    if (preview?.status === 'fulfilled' && !preview.value.isFine) {
      if (!isFirst) continue
      const before = await findMinedBefore(ctx, operator, call)
      if (before === 'follows_again') return before
      await (before === 'unknown' ? wait(ctx, call, 'node') : fail(ctx, call, preview.value.reason))
      continue
    }
    isFirst = false
    if (preview?.status === 'fulfilled' && preview.value.isFine) fine.push({ ...call, gas: preview.value.gas })
    else await wait(ctx, call, 'node')
  }
  return fine
}

/** A node that made up a block above all others for a moment holds no refusal up for longer than this. */
const dueBlockMs = 120_000

function dueBlockOf({ dueBlock, createdAt }: OperatorCallRow): bigint | undefined {
  return dueBlock !== null && Date.now() - createdAt.getTime() < dueBlockMs ? dueBlock : undefined
}

const isRejected = (outcome: PromiseSettledResult<unknown>) => outcome.status === 'rejected'

/** As many calls as fit and can be paid for, signed; or what the key has to wait for before it sends any. */
async function prepare(operator: Operator, fine: readonly DueCall[], nonce: number): Promise<Prepared | CallWait> {
  let fitting = callsThatFit(fine, fine.length > 1 ? await operator.room() : 0n)
  for (;;) {
    const calls = byGas(fitting)
    const bytes = await operator.sign(calls, nonce)
    if (typeof bytes === 'string') return bytes
    if (await operator.canPay(bytes)) return { calls, bytes }
    if (fitting.length === 1) return 'balance'
    fitting = fitting.slice(0, Math.floor(fitting.length / 2))
  }
}

async function fail(ctx: WorkerContext, call: OperatorCallRow, reason: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (await failIntent(tx, call, reason)) await ctx.queue.add(tx, followUpOf(call))
  })
}

/**
 * A call is refused as well once it had its effect, by bytes that were given up and mined all the same. These are followed
 * again then. Unknown while a block that is not final yet may hold them.
 */
async function findMinedBefore(
  ctx: WorkerContext,
  operator: Operator,
  call: OperatorCallRow,
): Promise<'no' | 'follows_again' | 'unknown'> {
  for (const row of await listDisplacedWith(ctx.db, call)) {
    const signer = await signerOf(operator, row)
    const isMined = (await findReceipt(operator, row, 'fresh')) !== undefined
    if (!isMined && (await operator.minedNonce(signer)) <= row.nonce) continue
    const taker = isMined ? 'own' : await operator.nonceTaker({ ...row, signer })
    if (taker === 'none') return 'unknown'
    if (taker === 'own' && (await inTransaction(ctx.db, (tx) => followAgain(tx, row)))) return 'follows_again'
  }
  return 'no'
}

async function wait(ctx: WorkerContext, call: OperatorCallRow, waitsFor: CallWait): Promise<void> {
  await inTransaction(ctx.db, (tx) => noteCallWait(tx, [call], waitsFor))
}
