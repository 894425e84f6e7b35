import { Hono } from 'hono'
import { getAddress } from 'viem'
import { z } from 'zod'
import type { Provider } from '../provider.ts'
import { findWallet, updateWallet, type Wallet } from '../store/wallets.ts'
import { requireHolder, type WireContext, type WireEnv } from '../wire/authentication.ts'
import { WireError } from '../wire/errors.ts'
import { filter, readPage } from '../wire/page.ts'
import { readBody, readId } from '../wire/request.ts'
import { toWireWallet } from '../wire/shapes.ts'
import { toBalances } from '../wire/tokens.ts'

const updateBody = z.object({ name: z.string().optional(), refId: z.string().optional() })

/** The wallets of a token's user, or the developer's. */
export function walletRoutes(provider: Provider): Hono<WireEnv> {
  const routes = new Hono<WireEnv>()
  routes.use(requireHolder(provider))

  routes.get('/', (c) => {
    const wallets = readPage<Wallet>(c, provider, 'wallet', [
      { sql: 'user_id = ?', values: [c.get('holderId')] },
      ...filter(c, 'address', 'address = lower(?)'),
      ...filter(c, 'blockchain', 'blockchain = ?'),
      ...filter(c, 'scaCore', "account_type = 'SCA' AND 'circle_6900_singleowner_v4' = ?"),
      ...filter(c, 'walletSetId', 'wallet_set_id = ?'),
      ...filter(c, 'refId', 'ref_id = ?'),
    ])
    return c.json({ data: { wallets: wallets.map(toWireWallet) } })
  })

  routes.get('/:id', (c) => c.json({ data: { wallet: toWireWallet(requireWallet(provider, c)) } }))

  routes.put('/:id', async (c) => {
    const wallet = requireWallet(provider, c)
    const { name = wallet.name, refId = wallet.ref_id } = await readBody(c, updateBody)
    updateWallet(provider.db, wallet.id, { name, refId, at: provider.now().getTime() })
    return c.json({ data: { wallet: toWireWallet(requireWallet(provider, c)) } })
  })

  routes.get('/:id/balances', async (c) => {
    const wallet = requireWallet(provider, c)
    const amount = await provider.chain.tokenBalance(getAddress(wallet.address))
    const { tokenAddress, name, standard } = c.req.query()
    const addresses = tokenAddress?.toLowerCase().split(',')
    const tokenBalances = toBalances(provider, amount, provider.now()).filter(
      ({ token }) =>
        (!addresses || addresses.includes(token.tokenAddress ?? '')) &&
        (!name || token.name === name) &&
        (!standard || token.standard === standard),
    )
    return c.json({ data: { tokenBalances } })
  })

  routes.get('/:id/nfts', (c) => {
    requireWallet(provider, c)
    return c.json({ data: { nfts: [] } })
  })

  return routes
}

function requireWallet(provider: Provider, c: WireContext): Wallet {
  const wallet = findWallet(provider.db, c.get('holderId'), readId(c))
  if (!wallet) throw new WireError(156001)
  return wallet
}
