import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { z } from 'zod'
import type { Provider } from '../provider.ts'
import { developerId } from '../store/users.ts'
import { findWalletSet } from '../store/wallet-sets.ts'
import { countInSet, insertWallet, requireStoredWallet, type Wallet } from '../store/wallets.ts'
import type { WireEnv } from '../wire/authentication.ts'
import { developerWrite } from '../wire/developer-write.ts'
import { entitySecretCiphertext } from '../wire/entity-secret.ts'
import { WireError } from '../wire/errors.ts'
import { idempotencyKey } from '../wire/once.ts'
import { toWireWallet } from '../wire/shapes.ts'

const newWalletsBody = z.object({
  entitySecretCiphertext,
  idempotencyKey,
  walletSetId: z.uuid(),
  blockchains: z.array(z.string().min(1)).min(1),
  count: z.int().min(1).max(200).default(1),
  // As documented: who does not ask for smart accounts gets plain ones.
  accountType: z.enum(['SCA', 'EOA']).default('EOA'),
  metadata: z.array(z.object({ name: z.string().optional(), refId: z.string().optional() })).optional(),
})
type NewWallets = Omit<z.output<typeof newWalletsBody>, 'entitySecretCiphertext'>
type Account = { ownerKey: Hex; address: Address }

/** Making developer-controlled wallets, whose owner keys the provider holds. */
export function developerWalletRoutes(provider: Provider): Hono<WireEnv> {
  const routes = new Hono<WireEnv>()

  routes.post('/', async (c) =>
    developerWrite(c, provider, newWalletsBody, async (body) => {
      assertPossible(provider, body)
      const accounts = await Promise.all(Array.from({ length: body.count }, () => makeAccount(provider, body)))
      return () => ({
        wallets: accounts.map((account, index) => toWireWallet(addWallet(provider, body, account, index))),
      })
    }),
  )

  return routes
}

function assertPossible(provider: Provider, { walletSetId, blockchains, count, metadata }: NewWallets): void {
  if (!findWalletSet(provider.db, walletSetId.toLowerCase())) throw new WireError(156005)
  if (blockchains.length > 1 || blockchains[0] !== provider.blockchain) throw new WireError(155511)
  if (metadata && metadata.length !== count) throw new WireError(155503)
}

async function makeAccount(provider: Provider, { accountType }: NewWallets): Promise<Account> {
  const ownerKey = generatePrivateKey()
  const owner = privateKeyToAddress(ownerKey)
  return { ownerKey, address: accountType === 'SCA' ? await provider.chain.accountAddress(owner) : owner }
}

function addWallet(provider: Provider, body: NewWallets, account: Account, index: number): Wallet {
  const id = randomUUID()
  const walletSetId = body.walletSetId.toLowerCase()
  const now = provider.now().getTime()
  insertWallet(provider.db, {
    id,
    user_id: developerId,
    wallet_set_id: walletSetId,
    account_type: body.accountType,
    address: account.address.toLowerCase(),
    address_index: countInSet(provider.db, walletSetId),
    owner_key: account.ownerKey,
    blockchain: provider.blockchain,
    name: body.metadata?.[index]?.name ?? null,
    ref_id: body.metadata?.[index]?.refId ?? null,
    created_at: now,
    updated_at: now,
  })
  return requireStoredWallet(provider.db, id)
}
