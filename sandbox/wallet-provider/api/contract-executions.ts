import { Hono } from 'hono'
import { getAddress } from 'viem'
import { z } from 'zod'
import { later, type Provider } from '../provider.ts'
import type { TransactionPlan } from '../runner/plans.ts'
import { insertChallenge } from '../store/challenges.ts'
import { requireUser, type WireEnv } from '../wire/authentication.ts'
import { feeFields, requireFeeLevel } from '../wire/fee.ts'
import { answerOnce, idempotencyKey } from '../wire/once.ts'
import { assertCanAct, callFields, estimate, planCall, toEstimatedFee } from '../wire/plan-call.ts'
import { readBody } from '../wire/request.ts'
import { requireSource, sourceFields } from '../wire/source-wallet.ts'

const executionBody = z.object({
  ...{ idempotencyKey, refId: z.string().max(500).default('') },
  ...sourceFields,
  ...callFields,
  ...feeFields,
})

/** Challenges that call a contract from the user's wallet. */
export function contractExecutionRoutes(provider: Provider): Hono<WireEnv> {
  const routes = new Hono<WireEnv>()

  routes.post('/', requireUser(provider), async (c) => {
    const body = await readBody(c, executionBody)
    const userId = c.get('session').user_id
    return await answerOnce(c, provider, body, async () => {
      const wallet = requireSource(provider, userId, body)
      const feeLevel = requireFeeLevel(body, wallet.account_type)
      const call = planCall(getAddress(wallet.address), body)
      assertCanAct(provider, wallet)
      const gas = await estimate(provider, call)
      const estimatedFee = await toEstimatedFee(provider, gas)
      const { abiFunctionSignature, abiParameters = null } = body
      const plan: TransactionPlan = {
        ...{ walletId: wallet.id, operation: 'CONTRACT_EXECUTION', refId: body.refId },
        call: { to: call.to, value: call.value.toString(), data: call.data, gas: gas.toString() },
        shown: { feeLevel, estimatedFee, abiParameters, ...(abiFunctionSignature && { abiFunctionSignature }) },
      }
      return () => {
        const expiresAt = later(provider, provider.timing.challenge)
        const type = 'CONTRACT_EXECUTION'
        return {
          challengeId: insertChallenge(provider.db, { userId, type, payload: plan, expiresAt, now: provider.now() }),
        }
      }
    })
  })

  return routes
}
