import type { PublicClient } from 'viem'
import type { Address, EncodedCall } from '#lib/ports/chain.ts'
import { rpcAnswer } from './revert.ts'

const cap = 2_000_000n

/** Enough for the largest call of each kind: seven verifiers, every payment going through. */
const needs: Record<string, bigint> = {
  registerOwner: 100_000n,
  registerAgent: 200_000n,
  rotateKey: 150_000n,
  assign: 200_000n,
  requestRelease: 100_000n,
  release: 120_000n,
  submit: 200_000n,
  seat: 800_000n,
  addAlternates: 800_000n,
  attest: 1_200_000n,
  collect: 150_000n,
}
const otherwise = 500_000n
export const largestCall = needs.attest ?? cap

/**
 * The gas to allow for a call. An estimate is the least with which a call does not fail, and an attestation that runs
 * short does not fail but leaves its payments owed; so the table is the least, and the node's estimate may only add.
 */
export async function gasLimit(client: PublicClient, from: Address, call: EncodedCall): Promise<bigint> {
  const least = needs[call.action] ?? otherwise
  const estimate = await estimateGas(client, from, call)
  const wanted = (estimate * 13n + 9n) / 10n
  if (wanted <= least) return least
  return wanted < cap ? wanted : cap
}

async function estimateGas(client: PublicClient, from: Address, call: EncodedCall): Promise<bigint> {
  try {
    return await client.estimateGas({ account: from, to: call.contract, data: call.calldata })
  } catch (error) {
    if (rpcAnswer(error)) return 0n
    throw error
  }
}
