import { Hono } from 'hono'
import { z } from 'zod'
import type { Provider } from '../provider.ts'
import { findWalletSet, insertWalletSet, type WalletSet } from '../store/wallet-sets.ts'
import type { WireEnv } from '../wire/authentication.ts'
import { developerWrite } from '../wire/developer-write.ts'
import { entitySecretCiphertext } from '../wire/entity-secret.ts'
import { WireError } from '../wire/errors.ts'
import { idempotencyKey } from '../wire/once.ts'
import { readPage } from '../wire/page.ts'
import { readId } from '../wire/request.ts'
import { toWireWalletSet } from '../wire/shapes.ts'

const newSetBody = z.object({ entitySecretCiphertext, idempotencyKey, name: z.string().max(200).optional() })

/** Reads of the developer's wallet sets. */
export function walletSetRoutes(provider: Provider): Hono<WireEnv> {
  const routes = new Hono<WireEnv>()

  routes.get('/', (c) => {
    const sets = readPage<WalletSet>(c, provider, 'wallet_set', [])
    return c.json({ data: { walletSets: sets.map(toWireWalletSet) } })
  })

  routes.get('/:id', (c) => {
    const set = findWalletSet(provider.db, readId(c))
    if (!set) throw new WireError(156005)
    return c.json({ data: { walletSet: toWireWalletSet(set) } })
  })

  return routes
}

/** Making a wallet set, which holds developer-controlled wallets. */
export function newWalletSetRoutes(provider: Provider): Hono<WireEnv> {
  const routes = new Hono<WireEnv>()

  routes.post('/', async (c) =>
    developerWrite(c, provider, newSetBody, ({ name = null }) => () => ({
      walletSet: toWireWalletSet(insertWalletSet(provider.db, name, provider.now())),
    })),
  )

  return routes
}
