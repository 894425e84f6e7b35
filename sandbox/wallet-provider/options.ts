import type { Address, Hex } from 'viem'
import type { Persona } from '../personas.ts'

/** The chain that the provider's wallets live on, and the keys of its bundler and its faucet. */
export type ChainOptions = {
  rpcUrl: string
  chainId: number
  entryPoint07: Address
  accountFactory: Address
  token: Address
  keys: { bundler: Hex; minter: Hex }
}

/** Lifetimes and pauses, in milliseconds. */
export type Timing = {
  userToken: number
  deviceToken: number
  challenge: number
  /** How long an approved challenge stays without the id of its transaction. */
  correlationLag: number
  /** The longest wait between two looks for work that nobody announced. */
  poll: number
  webhookTimeout: number
  webhookRetry: number
}

export type WalletProviderOptions = {
  /** 0 takes any free port. */
  port: number
  dataDir: string
  /** `TEST_API_KEY:<id>:<secret>`. */
  apiKey: string
  appId: string
  chain: ChainOptions
  /** The provider's name of the chain; ARC-TESTNET unless given. */
  blockchain?: string
  /** Origins whose pages may frame the provider's and receive its sign-ins. */
  allowedOrigins: readonly string[]
  personas: readonly Persona[]
  /** 64 hex digits, registered at the start as you would in the console; another one than before is an error. */
  entitySecret?: string
  timing?: Partial<Timing>
  /** Time as the provider sees it. */
  now?: () => Date
}

const minutes = 60_000

export const defaultTiming: Timing = {
  userToken: 60 * minutes,
  deviceToken: 10 * minutes,
  challenge: 10 * minutes,
  correlationLag: 200,
  poll: 100,
  webhookTimeout: 5_000,
  webhookRetry: 1_000,
}
