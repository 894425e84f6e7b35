import { keccak256, type PublicClient, toHex, zeroHash } from 'viem'
import { type KeyRole, keyRoles } from '../domain/key-role.ts'
import type { Address } from '../ports/chain.ts'
import { jobEscrowAbi } from './abi/job-escrow.ts'

/** The roles that escrow and registry give a key, and its native money; the escrow answers for the registry, too. */
export async function readKey(
  node: PublicClient,
  { escrow, account, block }: { escrow: Address; account: Address; block: bigint },
): Promise<{ roles: KeyRole[]; balance: bigint }> {
  const contract = { address: escrow, abi: jobEscrowAbi, blockNumber: block } as const
  const has = (role: KeyRole) =>
    node.readContract({ ...contract, functionName: 'hasRole', args: [idOf(role), account] })
  const [balance, ...held] = await Promise.all([
    node.getBalance({ address: account, blockNumber: block }),
    ...keyRoles.map(has),
  ])
  return { roles: keyRoles.filter((_, place) => held[place]), balance }
}

const idOf = (role: KeyRole) => (role === 'ADMIN' ? zeroHash : keccak256(toHex(role)))
