import { Hono } from 'hono'
import { isAddress } from 'viem'
import { z } from 'zod'
import { later, type Provider } from '../provider.ts'
import { isAccelerable, isCancellable } from '../runner/operate.ts'
import { insertChallenge } from '../store/challenges.ts'
import type { Condition } from '../store/pages.ts'
import { findTransaction, type Transaction } from '../store/transactions.ts'
import { developerId } from '../store/users.ts'
import { requireHolder, requireUser, type WireContext, type WireEnv } from '../wire/authentication.ts'
import { invalidParameter, WireError } from '../wire/errors.ts'
import { answerOnce, idempotencyKey } from '../wire/once.ts'
import { filter, readPage } from '../wire/page.ts'
import { readBody, readId } from '../wire/request.ts'
import { toWireTransaction } from '../wire/shapes.ts'

const addressBody = z.object({ address: z.string(), blockchain: z.string() })

/** Reads of the transactions of a token's user, or of the developer. */
export function transactionRoutes(provider: Provider): Hono<WireEnv> {
  const routes = new Hono<WireEnv>()

  routes.get('/', requireHolder(provider), (c) => {
    const rows = readPage<Transaction>(c, provider, 'wallet_transaction', conditions(provider, c))
    return c.json({ data: { transactions: rows.map((row) => showTransaction(provider, row)) } })
  })

  routes.post('/validateAddress', async (c) => {
    const { address, blockchain } = await readBody(c, addressBody)
    if (blockchain !== provider.blockchain) throw new WireError(156027)
    return c.json({ data: { isValid: isAddress(address) } })
  })

  routes.get('/:id', requireHolder(provider), (c) => {
    const transaction = findTransaction(provider.db, c.get('holderId'), readId(c))
    if (!transaction || readType(c) === 'INBOUND') throw new WireError(156003)
    return c.json({ data: { transaction: showTransaction(provider, transaction) } })
  })

  return routes
}

/** Challenges that cancel or hurry a transaction on its way. */
export function operationRoutes(provider: Provider): Hono<WireEnv> {
  const routes = new Hono<WireEnv>()

  routes.post('/:id/:operation{accelerate|cancel}', requireUser(provider), async (c) => {
    const userId = c.get('session').user_id
    const isCancel = c.req.param('operation') === 'cancel'
    const body = await readBody(c, z.object({ idempotencyKey }))
    return await answerOnce(c, provider, body, () => () => {
      const transaction = findTransaction(provider.db, userId, readId(c))
      if (!transaction) throw new WireError(156003)
      if (!(isCancel ? isCancellable(transaction) : isAccelerable(transaction))) throw new WireError(155229)
      const challengeId = insertChallenge(provider.db, {
        userId,
        type: isCancel ? 'CANCEL_TRANSACTION' : 'ACCELERATE_TRANSACTION',
        payload: { transactionId: transaction.id },
        now: provider.now(),
        expiresAt: later(provider, provider.timing.challenge),
      })
      return { challengeId }
    })
  })

  return routes
}

function showTransaction(provider: Provider, transaction: Transaction): object {
  return { ...toWireTransaction(provider, transaction), state: provider.faults.fates.look(transaction) }
}

function conditions(provider: Provider, c: WireContext): Condition[] {
  const holderId = c.get('holderId')
  const custody = holderId === developerId ? 'DEVELOPER' : 'ENDUSER'
  const { blockchain, walletIds = '', custodyType = custody } = c.req.query()
  const wallets = walletIds.split(',').filter(Boolean)
  const isOtherChain = blockchain !== undefined && blockchain !== provider.blockchain
  const isElsewhere = readType(c) === 'INBOUND' || isOtherChain || custodyType !== custody
  return [
    { sql: 'user_id = ?', values: [holderId] },
    ...(isElsewhere ? [{ sql: '0 = 1', values: [] }] : []),
    ...(wallets.length > 0 ? [{ sql: `wallet_id IN (${wallets.map(() => '?').join(', ')})`, values: wallets }] : []),
    ...filter(c, 'userId', 'user_id = ?'),
    ...filter(c, 'operation', 'operation = ?'),
    ...filter(c, 'state', 'state = ?'),
    ...filter(c, 'txHash', 'tx_hash = lower(?)'),
    ...filter(c, 'destinationAddress', "json_extract(shown_json, '$.destinationAddress') = lower(?)"),
  ]
}

function readType(c: WireContext): string | undefined {
  const type = c.req.query('txType')
  if (type !== undefined && !['INBOUND', 'OUTBOUND'].includes(type))
    throw invalidParameter('txType', 'must be INBOUND or OUTBOUND', type)
  return type
}
