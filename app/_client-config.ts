import type { ClientConfig } from '#lib/client/config.ts'
import { web } from '#lib/http/web.ts'

/** The public part of this program's settings, as pages hand it to the browser. */
export function clientConfig(): ClientConfig {
  const { env } = web()
  return {
    executor: env.WALLET_EXECUTOR,
    frameOrigin: env.WALLET_FRAME_ORIGIN,
    appId: env.CIRCLE_APP_ID,
    googleClientId: env.GOOGLE_CLIENT_ID,
    faucetUrl: env.FAUCET_URL ?? null,
    publicOrigin: env.PUBLIC_ORIGIN,
    chain: {
      id: env.CHAIN_ID,
      name: env.CIRCLE_BLOCKCHAIN,
      rpcUrl: env.PUBLIC_CHAIN_RPC_URL,
      explorerUrl: env.CHAIN_EXPLORER_URL ?? null,
      confirmations: env.CHAIN_CONFIRMATIONS,
    },
    escrow: env.ESCROW_ADDRESS,
    token: env.TOKEN_ADDRESS,
    // The last two places where the local service may call a runtime are kept for those that people start by hand.
    guestPorts: env.RUNTIME_LOOPBACK.slice(-2).map((place) => Number(place.split(':')[1])),
  }
}
