import { readFileSync } from 'node:fs'
import { type Address, getAddress, type Hex, isHex } from 'viem'

/** Constructor values of the registry, in seconds. An `adminDelay` above zero puts a timelock before the admin. */
export type RegistryParams = {
  activationDelay: bigint
  revocationDelay: bigint
  payeeDelay: bigint
  adminDelay: bigint
}

/** Constructor values of the escrow: times in seconds, `minReward` in base units. */
export type EscrowParams = {
  releaseNotice: bigint
  seatWindow: bigint
  grace: bigint
  minWindow: bigint
  minReward: bigint
}

export type DeploymentParams = RegistryParams & EscrowParams

/** Who announces what the admin is to do, who carries it out, and who may stop it. */
export type TimelockOperators = { proposer: Address; executor: Address; canceller: Address }

/** The operators of a new registry. Behind a timelock the admin has operators; without one it is the deployer unless given. */
export type RegistryRoles = { registrar: Address; guardian: Address; admin?: Address | TimelockOperators }

export type Deployment = {
  rpcUrl: string
  deployerKey: Hex
  params?: DeploymentParams
  dispatcher: Address
  /** An existing registry, which the escrow is to use with its operators, or the operators of a new one. */
  registry: Address | RegistryRoles
  /** The payment token; without one, test money is deployed. */
  token?: Address
  /** Who may make test money; the deployer unless given. */
  minter?: Address
}

const variables: Record<keyof DeploymentParams, string> = {
  releaseNotice: 'ESCROW_RELEASE_NOTICE',
  seatWindow: 'ESCROW_SEAT_WINDOW',
  grace: 'ESCROW_GRACE',
  activationDelay: 'REGISTRY_ACTIVATION_DELAY',
  revocationDelay: 'REGISTRY_REVOCATION_DELAY',
  payeeDelay: 'REGISTRY_PAYEE_DELAY',
  minWindow: 'ESCROW_MIN_WINDOW',
  minReward: 'ESCROW_MIN_REWARD',
  adminDelay: 'REGISTRY_ADMIN_DELAY',
}
type Environment = Record<string, string | undefined>

/** What the environment asks to deploy; a value that it leaves out is that of `defaults`. Throws by the variable's name. */
export function readDeployment(env: Environment, defaults: DeploymentParams): Deployment {
  const deployerKey = readDeployerKey(env)
  if (!isHex(deployerKey) || deployerKey.length !== 66) throw new Error('DEPLOYER_PRIVATE_KEY is not a 32 byte hex key')

  const params = readParams(env, defaults)
  return {
    rpcUrl: required(env, 'CHAIN_RPC_URL'),
    deployerKey,
    params,
    dispatcher: getAddress(required(env, 'ESCROW_DISPATCHER')),
    registry: readRegistry(env, params.adminDelay > 0n),
    ...(env.PAYMENT_TOKEN && { token: getAddress(env.PAYMENT_TOKEN) }),
    ...(env.TEST_TOKEN_MINTER && { minter: getAddress(env.TEST_TOKEN_MINTER) }),
  }
}

/** From the environment, or from the file that it names, so that no list of processes and no history shows the key. */
function readDeployerKey(env: Environment): string {
  const file = env.DEPLOYER_PRIVATE_KEY_FILE
  if (!file) return required(env, 'DEPLOYER_PRIVATE_KEY')
  if (env.DEPLOYER_PRIVATE_KEY)
    throw new Error('Remove DEPLOYER_PRIVATE_KEY or DEPLOYER_PRIVATE_KEY_FILE: each gives the key, and only one may.')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new Error('The file that DEPLOYER_PRIVATE_KEY_FILE names cannot be read.')
  }
}

function readRegistry(env: Environment, hasTimelock: boolean): Address | RegistryRoles {
  if (env.REGISTRY_ADDRESS) return getAddress(env.REGISTRY_ADDRESS)
  const operators = {
    registrar: getAddress(required(env, 'REGISTRY_REGISTRAR')),
    guardian: getAddress(required(env, 'REGISTRY_GUARDIAN')),
  }
  if (!hasTimelock) return { ...operators, ...(env.REGISTRY_ADMIN && { admin: getAddress(env.REGISTRY_ADMIN) }) }
  return {
    ...operators,
    admin: {
      proposer: getAddress(required(env, 'REGISTRY_ADMIN_PROPOSER')),
      executor: getAddress(required(env, 'REGISTRY_ADMIN_EXECUTOR')),
      canceller: getAddress(required(env, 'REGISTRY_ADMIN_CANCELLER')),
    },
  }
}

function readParams(env: Environment, defaults: DeploymentParams): DeploymentParams {
  const read = (name: keyof DeploymentParams): bigint => {
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
    revocationDelay: read('revocationDelay'),
    payeeDelay: read('payeeDelay'),
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
