import { createPublicClient, createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { Failure } from '#lib/domain/failure.ts'
import type { Address, Hash, Registrar } from '#lib/ports/chain.ts'
import { jobEscrowAbi } from './abi/job-escrow.ts'

const unset = `0x${'0'.repeat(64)}`

/**
 * Registers client wallets with the registrar's key. Registration happens once per wallet on chain, so sending the same
 * one again after a crash is harmless; calls run one after the other, so that nonces never collide.
 */
export function createRegistrar(options: {
  rpcUrl: string
  chainId: number
  escrow: Address
  privateKey: Hash
}): Registrar {
  const transport = http(options.rpcUrl, { timeout: 8_000 })
  const chain = {
    id: options.chainId,
    name: 'configured',
    nativeCurrency: { name: 'gas', symbol: 'GAS', decimals: 18 },
    rpcUrls: { default: { http: [options.rpcUrl] } },
  }
  const account = privateKeyToAccount(options.privateKey)
  const wallet = createWalletClient({ account, chain, transport })
  const client = createPublicClient({ chain, transport, pollingInterval: 200 })
  const contract = { address: options.escrow, abi: jobEscrowAbi } as const
  let previous: Promise<unknown> = Promise.resolve()

  async function register(owned: Address, ownerId: Hash): Promise<{ transactionHash: Hash | null }> {
    const owner = await client.readContract({ ...contract, functionName: 'ownerOf', args: [owned] })
    if (owner === ownerId) return { transactionHash: null }
    if (owner !== unset) throw new Failure('state_conflict', 'The wallet is registered to another owner.')
    const call = { ...contract, functionName: 'registerOwner', args: [owned, ownerId], account } as const
    const { request } = await client.simulateContract(call)
    const hash = await wallet.writeContract({ ...request, gas: 200_000n })
    const receipt = await client.waitForTransactionReceipt({ hash, timeout: 60_000 })
    if (receipt.status !== 'success') throw new Failure('chain_unavailable', 'The registration was reverted.')
    return { transactionHash: hash }
  }

  return {
    registerOwner(owned, ownerId) {
      const next = previous.then(() => register(owned, ownerId))
      previous = next.catch(() => undefined)
      return next
    },
  }
}
