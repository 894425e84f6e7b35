import { Hono } from 'hono'
import { getAddress } from 'viem'
import { z } from 'zod'
import type { Provider } from '../provider.ts'
import { requireHolder, type WireEnv } from '../wire/authentication.ts'
import { callFields, estimate, planCall, toEstimatedFee } from '../wire/plan-call.ts'
import { readBody } from '../wire/request.ts'
import { evmAddress, requireSource, sourceFields } from '../wire/source-wallet.ts'

const estimateBody = z.object({ ...sourceFields, sourceAddress: evmAddress.optional(), ...callFields })

/** What a contract call would cost at three speeds. */
export function estimateRoutes(provider: Provider): Hono<WireEnv> {
  const routes = new Hono<WireEnv>()

  routes.post('/', requireHolder(provider), async (c) => {
    const body = await readBody(c, estimateBody)
    const { walletId, sourceAddress: walletAddress, blockchain } = body
    const wallet = requireSource(provider, c.get('holderId'), { walletId, walletAddress, blockchain })
    const gas = await estimate(provider, planCall(getAddress(wallet.address), body))
    const [low, medium, high] = await Promise.all(
      [90n, 100n, 150n].map((share) => toEstimatedFee(provider, gas, share)),
    )
    const smartAccount = { callGasLimit: gas.toString(), verificationGasLimit: '700000', preVerificationGas: '60000' }
    return c.json({ data: { low, medium, high, ...(wallet.account_type === 'SCA' && smartAccount) } })
  })

  return routes
}
