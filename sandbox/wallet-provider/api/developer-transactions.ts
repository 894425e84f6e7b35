import { Hono } from 'hono'
import { z } from 'zod'
import type { Provider } from '../provider.ts'
import { type Operation, operate } from '../runner/operate.ts'
import type { TransactionPlan } from '../runner/plans.ts'
import { startTransaction } from '../runner/start-transaction.ts'
import { findTransaction } from '../store/transactions.ts'
import { developerId } from '../store/users.ts'
import type { WireContext, WireEnv } from '../wire/authentication.ts'
import { developerWrite } from '../wire/developer-write.ts'
import { entitySecretCiphertext } from '../wire/entity-secret.ts'
import { WireError } from '../wire/errors.ts'
import { idempotencyKey } from '../wire/once.ts'
import { executionFields, planExecution } from '../wire/plan-execution.ts'
import { planTransfer, transferFields } from '../wire/plan-transfer.ts'
import { readId } from '../wire/request.ts'

const signed = { entitySecretCiphertext, idempotencyKey }
const executionBody = z.object({ ...signed, ...executionFields })
const transferBody = z.object({ ...signed, ...transferFields })
const operationBody = z.object(signed)

/** What the developer's wallets do; nobody is asked to approve it. */
export function developerTransactionRoutes(provider: Provider): Hono<WireEnv> {
  const routes = new Hono<WireEnv>()

  routes.post('/contractExecution', async (c) =>
    developerWrite(c, provider, executionBody, async (body) =>
      start(provider, await planExecution(provider, developerId, body)),
    ),
  )

  routes.post('/transfer', async (c) =>
    developerWrite(c, provider, transferBody, async (body) =>
      start(provider, await planTransfer(provider, developerId, body)),
    ),
  )

  routes.post('/:id/cancel', async (c) =>
    developerWrite(c, provider, operationBody, () => () => operateOn(provider, c, 'cancel')),
  )

  routes.post('/:id/accelerate', async (c) =>
    developerWrite(c, provider, operationBody, () => () => ({ id: operateOn(provider, c, 'accelerate').id })),
  )

  return routes
}

function start(provider: Provider, plan: TransactionPlan) {
  return () => ({ id: startTransaction(provider, developerId, plan), state: 'INITIATED' })
}

function operateOn(provider: Provider, c: WireContext, operation: Operation) {
  const id = readId(c)
  const transaction = findTransaction(provider.db, developerId, id)
  if (!transaction) throw new WireError(156003)
  if (!operate(provider, transaction, operation)) throw new WireError(155229)
  return { id, state: findTransaction(provider.db, developerId, id)?.state }
}
