import { type Address, getAddress, type Hex, isHex } from 'viem'

/** Constructor values: times in seconds, `minReward` in base units. An `adminDelay` above zero puts a timelock before the admin. */
export type EscrowParams = {
  releaseNotice: bigint
  seatWindow: bigint
  grace: bigint
  activationDelay: bigint
  minWindow: bigint
  minReward: bigint
  adminDelay: bigint
}

/** Four different addresses; the admin is the deployer unless given. */
export type EscrowRoles = { dispatcher: Address; registrar: Address; guardian: Address; admin?: Address }

export type Deployment = {
  rpcUrl: string
  deployerKey: Hex
  params?: EscrowParams
  roles: EscrowRoles
  /** The payment token; without one, test money is deployed. */
  token?: Address
  /** Who may make test money; the deployer unless given. */
  minter?: Address
}

const variables: Record<keyof EscrowParams, string> = {
  releaseNotice: 'ESCROW_RELEASE_NOTICE',
  seatWindow: 'ESCROW_SEAT_WINDOW',
  grace: 'ESCROW_GRACE',
  activationDelay: 'ESCROW_ACTIVATION_DELAY',
  minWindow: 'ESCROW_MIN_WINDOW',
  minReward: 'ESCROW_MIN_REWARD',
  adminDelay: 'ESCROW_ADMIN_DELAY',
}
type Environment = Record<string, string | undefined>

/** What the environment asks to deploy; a value that it leaves out is that of `defaults`. Throws by the variable's name. */
export function readDeployment(env: Environment, defaults: EscrowParams): Deployment {
  const deployerKey = required(env, 'DEPLOYER_PRIVATE_KEY')
  if (!isHex(deployerKey) || deployerKey.length !== 66) throw new Error('DEPLOYER_PRIVATE_KEY is not a 32 byte hex key')

  return {
    rpcUrl: required(env, 'CHAIN_RPC_URL'),
    deployerKey,
    params: readParams(env, defaults),
    roles: {
      dispatcher: getAddress(required(env, 'ESCROW_DISPATCHER')),
      registrar: getAddress(required(env, 'ESCROW_REGISTRAR')),
      guardian: getAddress(required(env, 'ESCROW_GUARDIAN')),
      ...(env.ESCROW_ADMIN && { admin: getAddress(env.ESCROW_ADMIN) }),
    },
    ...(env.PAYMENT_TOKEN && { token: getAddress(env.PAYMENT_TOKEN) }),
    ...(env.TEST_TOKEN_MINTER && { minter: getAddress(env.TEST_TOKEN_MINTER) }),
  }
}

function readParams(env: Environment, defaults: EscrowParams): EscrowParams {
  const read = (name: keyof EscrowParams): bigint => {
    const text = env[variables[name]]
    if (!text) return defaults[name]
    if (!/^\d+$/.test(text)) throw new Error(`${variables[name]} is not a whole number`)
    return BigInt(text)
  }

  return {
    releaseNotice: read('releaseNotice'),
    seatWindow: read('seatWindow'),
    grace: read('grace'),
    activationDelay: read('activationDelay'),
    minWindow: read('minWindow'),
    minReward: read('minReward'),
    adminDelay: read('adminDelay'),
  }
}

function required(env: Environment, name: string): string {
  const value = env[name]
  if (!value) throw new Error(`${name} is not set`)
  return value
}
