import { encodeFunctionData, type Hex } from 'viem'
import { erc20Abi } from '#lib/chain/abi/erc20.ts'
import { jobEscrowAbi } from '#lib/chain/abi/job-escrow.ts'
import { findSnapshot } from '#lib/data/drafts.ts'
import type { Terms } from '#lib/domain/job.ts'
import { termsOfSnapshot } from '#lib/usecases/drafts/snapshot-terms.ts'
import { accountAbi } from '#sandbox/wallet-provider/chain/abis.ts'
import type { Address, Draft } from './journey.ts'
import type { Service } from './service.ts'
import type { Call } from './wallet-app.ts'

/** The terms that a locked draft offers. */
export async function termsOf(service: Service, draft: Draft): Promise<Terms> {
  const snapshot = await findSnapshot(service.services.db, draft.snapshot?.id ?? '')
  if (!snapshot) throw new Error('the draft has no snapshot')
  return termsOfSnapshot(snapshot)
}

export function createJobCall(escrow: Address, terms: Terms): Call {
  return { address: escrow, abi: jobEscrowAbi, functionName: 'createJob', args: [terms] }
}

export function approveCall(token: Address, spender: Address, amount: bigint): Call {
  return { address: token, abi: erc20Abi, functionName: 'approve', args: [spender, amount] }
}

/** Several calls of a wallet as the one call of the wallet to itself. */
export function batch(calls: readonly Call[]): Hex {
  const inner = calls.map((call) => ({ target: call.address, value: 0n, data: encodeFunctionData(call) }))
  return encodeFunctionData({ abi: accountAbi, functionName: 'executeBatch', args: [inner] })
}

export function readJob(service: Service, id: bigint) {
  const { escrow } = service.chain.addresses
  return service.node.readContract({ address: escrow, abi: jobEscrowAbi, functionName: 'job', args: [id] })
}

export function countJobs(service: Service): Promise<bigint> {
  const { escrow } = service.chain.addresses
  return service.node.readContract({ address: escrow, abi: jobEscrowAbi, functionName: 'jobCount' })
}
