import { type Logger, pino } from 'pino'
import { createChain } from './chain/rpc-chain.ts'
import { openPool } from './data/database.ts'
import type { SharedEnv } from './env.ts'
import { createOctokitHost } from './github/octokit-host.ts'
import { createQueue } from './queue/boss-queue.ts'
import type { Services } from './usecases/context.ts'
import { createVault } from './vault/aes-vault.ts'
import { createCircleWallets } from './wallets/circle-wallets.ts'

export type Composition = Services & { log: Logger; close: () => Promise<void> }

/** Binds every port to its adapter. Opens no connection before the first use. */
export function compose(env: SharedEnv, program: string): Composition {
  const db = openPool({ url: env.DATABASE_URL, max: env.DATABASE_POOL_MAX, applicationName: `jobwright-${program}` })
  const log = createLog(env, program)
  return {
    db,
    log,
    chain: createChain({
      rpcUrl: env.CHAIN_RPC_URL,
      chainId: env.CHAIN_ID,
      genesisHash: env.CHAIN_GENESIS_HASH,
      confirmations: env.CHAIN_CONFIRMATIONS,
      escrow: env.ESCROW_ADDRESS,
      token: env.TOKEN_ADDRESS,
      entryPoints: env.ENTRY_POINT_ADDRESSES,
    }),
    wallets: createCircleWallets({
      apiUrl: env.CIRCLE_API_URL,
      apiKey: env.CIRCLE_API_KEY,
      blockchain: env.CIRCLE_BLOCKCHAIN,
    }),
    codeHost: createOctokitHost({
      apiUrl: env.GITHUB_API_URL,
      webUrl: env.GITHUB_WEB_URL,
      slug: env.GITHUB_APP_SLUG,
      clientId: env.GITHUB_CLIENT_ID,
      clientSecret: env.GITHUB_CLIENT_SECRET,
    }),
    vault: createVault(env.VAULT_SECRET),
    queue: createQueue(),
    settings: {
      fundBySeconds: env.FUND_BY_SECONDS,
      publicOrigin: env.PUBLIC_ORIGIN,
      explorerUrl: env.CHAIN_EXPLORER_URL ?? null,
    },
    close: () => db.$client.end({ timeout: 5 }),
  }
}

function createLog(env: SharedEnv, program: string): Logger {
  const redact = {
    paths: ['*.user_token', '*.encryption_key', '*.refresh_token', '*.authorization', '*.cookie'],
    censor: '[redacted]',
  }
  return pino({ level: env.LOG_LEVEL, name: program, redact })
}
