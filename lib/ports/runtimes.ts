import type { AgentRole } from '../domain/agent.ts'
import type { Address, Hash } from './chain.ts'

/** Where a runtime is reached and whose key it must prove to hold. */
export type RuntimeAddress = { host: string; port: number | null; base: string; key: Address }

export type PairingChallenge = {
  protocol: 'jobwright-runtime/1'
  agentId: string
  role: AgentRole
  origin: string
  nonce: string
}

export type PairingAnswer = {
  runtimeNonce: string
  key: Address
  software: string
  isolation: string
  signature: Hash
}

export type PairingClaim = {
  agentId: string
  token: string
  nonce: string
  runtimeNonce: string
  credential: string
  apiBaseUrl: string
  scopes: readonly string[]
  epoch: number
  expiresAt: Date
  chainId: number
  escrow: Address
}

/**
 * Calls to runtimes that strangers host. Addresses, answers and times are bounded, redirects are never followed, and only
 * public unicast addresses are reached, but for the exact loopback places of the configuration. Throws
 * `runtime_unavailable` (ask again: unreachable, or too slow) or `pairing_invalid` (the address is not allowed, the
 * runtime refused, or its answer has another form); the message is one of five fixed texts.
 */
export type Runtimes = {
  /** The place and key that a pairing token names, and its secret; `pairing_invalid` for any other text. */
  parseToken(text: string): { address: RuntimeAddress; token: string }
  challenge(address: RuntimeAddress, challenge: PairingChallenge): Promise<PairingAnswer>
  claim(address: RuntimeAddress, claim: PairingClaim): Promise<{ credentialHash: Hash; signature: Hash }>
  /** The network that CIDR notation names, in its shortest form; undefined for any other text. */
  readNetwork(text: string): string | undefined
  /** Whether an address lies in one of these networks; what is no address lies in none. */
  isWithin(address: string, networks: readonly string[]): boolean
  /** What one holder of addresses usually has around this one, in CIDR notation; undefined for what is no address. */
  neighbourhoodOf(address: string): string | undefined
}
