import type { CallParameters, PublicClient } from 'viem'
import { gasOfLargestCall } from '../domain/key-fuel.ts'
import type { Address, EncodedCall } from '../ports/chain.ts'
import type { Preview } from '../ports/operator.ts'
import type { Nodes } from './chain-nodes.ts'
import { describeRevert, revertOf, rpcAnswer } from './revert.ts'

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
  attest: gasOfLargestCall,
  collect: 150_000n,
}
const otherwise = 500_000n

/**
 * Whether the call would succeed now, and the gas to allow for it. An estimate is the least with which a call does not
 * fail, and an attestation that runs short does not fail but leaves its payments owed; so the table is the least, and the
 * node's estimate may only add. A refusal counts at the block `newest`, which is none before the one that made the call
 * due: a node that does not have it yet may refuse for what was true before, and throws in place of that. Where there are
 * several nodes, two have to refuse.
 */
export async function simulate(
  client: PublicClient,
  { from, newest, agree }: { from: Address; newest: () => Promise<bigint>; agree: Nodes['agree'] },
  call: EncodedCall,
): Promise<Preview> {
  const request = { account: from, to: call.contract, data: call.calldata, blockTag: 'latest' } as const
  const least = needs[call.action] ?? otherwise
  try {
    const wanted = ((await client.estimateGas(request)) * 13n + 9n) / 10n
    return { isFine: true, gas: max(least, min(wanted, cap)) }
  } catch (error) {
    if (!rpcAnswer(error)) throw error
  }
  // The node gives no estimate: only the call itself tells whether the contract refuses it.
  if (!(await refusalOf(client, request))) return { isFine: true, gas: least }
  const { blockTag: _, ...pinned } = request
  const blockNumber = await newest()
  const reason = await agree((node) => refusalOf(node, { ...pinned, blockNumber }))
  return reason === undefined ? { isFine: true, gas: least } : { isFine: false, reason }
}

async function refusalOf(client: PublicClient, request: CallParameters): Promise<string | undefined> {
  try {
    await client.call(request)
    return undefined
  } catch (error) {
    const revert = revertOf(error)
    if (!revert) throw error
    return describeRevert(revert)
  }
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
