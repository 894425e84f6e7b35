import type { initiateUserControlledWalletsClient } from '@circle-fin/user-controlled-wallets'
import { Failure, isFailure } from '../domain/failure.ts'
import type { Address } from '../ports/chain.ts'
import { calling } from './circle-errors.ts'

type Client = Pick<ReturnType<typeof initiateUserControlledWalletsClient>, 'requestTestnetTokens'>
type Blockchain = Parameters<Client['requestTestnetTokens']>[0]['blockchain']

/** Asks for stablecoins only. Circle keeps its faucet's API to accounts that may use mainnet, and refuses the others. */
export async function askFaucet(client: Client, address: Address, blockchain: string): Promise<void> {
  try {
    await calling(() => client.requestTestnetTokens({ address, blockchain: blockchain as Blockchain, usdc: true }))
  } catch (error) {
    throw toRefusal(error)
  }
}

function toRefusal(error: unknown): unknown {
  if (!isFailure(error)) return error
  if (statusOf(error.cause) === 429) {
    return new Failure('faucet_limited', 'The wallet provider’s faucet gives no more for now.', {
      cause: error,
      retryAfterSeconds: 60,
    })
  }
  if (error.code !== 'provider_refused') return error
  return new Failure('not_on_this_network', 'The wallet provider’s faucet refused; its own page may still give some.', {
    cause: error,
  })
}

function statusOf(cause: unknown): unknown {
  return typeof cause === 'object' && cause !== null && 'status' in cause ? cause.status : undefined
}
