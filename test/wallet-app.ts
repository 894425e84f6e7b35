import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { initiateUserControlledWalletsClient } from '@circle-fin/user-controlled-wallets'
import { type Abi, encodeFunctionData, type Hex } from 'viem'
import { entryPoint07Abi } from 'viem/account-abstraction'
import { connect } from '#sandbox/wallet-provider/chain/clients.ts'
import { signOperation } from '#sandbox/wallet-provider/chain/user-operation.ts'
import type { Address } from './journey.ts'
import type { Person } from './people/person.ts'
import { apiKey, type Service } from './service.ts'
import { until } from './until.ts'

export type Call = { address: Address; abi: Abi; functionName: string; args: readonly unknown[] }

/** A call that a person makes from their wallet with Circle's own SDK, past this service; gives its transaction hash. */
export async function callFromWallet(service: Service, person: Person, call: Call): Promise<Hex> {
  const client = initiateUserControlledWalletsClient({ apiKey, baseUrl: service.wallets.url })
  const session = await walletSession(person)
  const { userToken } = session
  const { data: listed } = await client.listWallets({ userToken })
  const { data } = await client.createUserTransactionContractExecutionChallenge({
    userToken,
    walletId: listed?.wallets[0]?.id ?? '',
    contractAddress: call.address,
    callData: encodeFunctionData(call),
    fee: { type: 'level', config: { feeLevel: 'MEDIUM' } },
  })
  const challengeId = data?.challengeId ?? ''
  await person.approve(challengeId, { user_token: userToken, encryption_key: session.encryptionKey })
  const done = await until(
    async () => {
      const challenge = (await client.getUserChallenge({ userToken, challengeId })).data?.challenge
      const id = challenge?.correlationIds?.[0]
      return id ? (await client.getTransaction({ userToken, id })).data?.transaction : undefined
    },
    (transaction) => transaction?.state === 'COMPLETE' || transaction?.state === 'FAILED',
  )
  return done?.txHash as Hex
}

/** Speeds a transaction up, as a person does in the provider's own wallet app. */
export async function accelerate(service: Service, person: Person, id: string): Promise<void> {
  const client = initiateUserControlledWalletsClient({ apiKey, baseUrl: service.wallets.url })
  const { userToken, encryptionKey } = await walletSession(person)
  const { data } = await client.accelerateTransaction({ userToken, id })
  await person.approve(data?.challengeId ?? '', { user_token: userToken, encryption_key: encryptionKey })
}

/** A sign-in of the person's own at the provider, of which this service knows nothing. */
async function walletSession(person: Person): Promise<{ userToken: string; encryptionKey: string }> {
  const client = initiateUserControlledWalletsClient({ apiKey, baseUrl: person.places.wallets })
  const { data } = await client.createDeviceTokenForSocialLogin({ deviceId: 'another device' })
  const response = await fetch(`${person.places.wallets}/sandbox/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ persona: person.persona, ...data }),
  })
  const answer = (await response.json()) as { data: { userToken: string; encryptionKey: string } }
  return answer.data
}

/** Several wallets' operations in one transaction, as a bundler may send them; gives its hash once mined. */
export async function sendBundle(
  service: Service,
  operations: { wallet: Address; data: Hex; to: Address }[],
): Promise<Hex> {
  const { rpcUrl, chainId, addresses, keys } = service.chain
  const options = { rpcUrl, chainId, ...addresses, keys }
  const { reader } = connect(options)
  const packed = []
  for (const { wallet, to, data } of operations) {
    const signer = { address: wallet, ownerKey: ownerKeyOf(service, wallet) }
    await deposit(service, wallet)
    packed.push((await signOperation(reader, options, signer, { to, data, value: '0', gas: '2000000' })).packed)
  }
  const { account } = service.node
  const hash = await service.node.writeContract({
    address: addresses.entryPoint07,
    abi: entryPoint07Abi,
    functionName: 'handleOps',
    args: [packed, account.address],
    gas: 12_000_000n,
  })
  await service.node.waitForTransactionReceipt({ hash })
  return hash
}

async function deposit(service: Service, wallet: Address): Promise<void> {
  const entryPoint = { address: service.chain.addresses.entryPoint07, abi: entryPoint07Abi }
  const value = 10n ** 17n
  const hash = await service.node.writeContract({ ...entryPoint, functionName: 'depositTo', args: [wallet], value })
  await service.node.waitForTransactionReceipt({ hash })
}

/** The key with which the provider signs for a wallet. */
function ownerKeyOf(service: Service, wallet: Address): Hex {
  const db = new DatabaseSync(join(service.folder, 'wallets', 'wallet-provider.sqlite'), { readOnly: true })
  try {
    const row = db.prepare('SELECT owner_key FROM wallet WHERE address = ?').get(wallet)
    return row?.owner_key as Hex
  } finally {
    db.close()
  }
}
