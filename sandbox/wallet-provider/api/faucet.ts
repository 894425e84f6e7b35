import { Hono } from 'hono'
import { getAddress, parseUnits } from 'viem'
import { z } from 'zod'
import type { Provider } from '../provider.ts'
import type { WireEnv } from '../wire/authentication.ts'
import { invalidParameter, toFailure, WireError } from '../wire/errors.ts'
import { readBody } from '../wire/request.ts'
import { evmAddress } from '../wire/source-wallet.ts'
import { tokenDecimals } from '../wire/tokens.ts'

const drip = parseUnits('20', tokenDecimals)
const flag = z.boolean().default(false)
const dripBody = z.object({ address: evmAddress, blockchain: z.string(), usdc: flag, native: flag, eurc: flag })

/** What the API takes of any POST in a second. */
const dripsPerSecond = 5

/** Test money for any address: 20 USDC at a time. */
export function faucetRoutes(provider: Provider): Hono<WireEnv> {
  const routes = new Hono<WireEnv>()
  let recent: number[] = []

  routes.post('/drips', async (c) => {
    const now = provider.now().getTime()
    recent = recent.filter((at) => at > now - 1_000 && at <= now)
    if (recent.length >= dripsPerSecond) return toFailure({ status: 429 })
    recent.push(now)
    const { address, blockchain, usdc, native, eurc } = await readBody(c, dripBody)
    if (blockchain !== provider.blockchain) throw new WireError(156027)
    if (eurc) throw invalidParameter('eurc', 'this chain has no EURC')
    if (!usdc && !native) throw invalidParameter('usdc', 'no token was asked for')
    await provider.chain.mint(getAddress(address), drip)
    return c.body(null, 204)
  })

  return routes
}
