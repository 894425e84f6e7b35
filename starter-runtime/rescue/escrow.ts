import { readFile } from 'node:fs/promises'
import { createPublicClient, createWalletClient, defineChain, http, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hex } from '../identity.ts'
import type { KeptVerdict } from './kept-verdicts.ts'

const abi = parseAbi([
  'struct Verdict { uint256 jobId; uint32 attempt; bytes32 taskCommitment; bytes32 policyCommitment; bytes32 resultCommitment; bool pass; bytes32 evidenceHash; address agent; }',
  'struct Seat { address judge; uint8 outcome; bytes32 evidenceHash; }',
  'struct Candidate { address agent; uint8 seat; address key; address payee; }',
  'function attest(uint256 id, uint32 attempt, Verdict[] verdicts, bytes[] signatures)',
  'function seats(uint256 id, uint32 attempt) view returns (Seat[])',
  'function candidates(uint256 id, uint32 attempt) view returns (Candidate[])',
])

/** The escrow for anyone who holds signed verdicts and can pay for a transaction. */
export type Escrow = {
  /** Whether the contract has this agent's verdict, or no seat left that it could fill. */
  isRecorded(verdict: KeptVerdict): Promise<boolean>
  /** Records the verdicts of one attempt that the contract takes; undefined when it takes none of them. */
  attest(verdicts: readonly KeptVerdict[]): Promise<`0x${string}` | undefined>
}

/** Throws when the node is of another chain than the runtime is bound to. */
export async function openEscrow(options: {
  rpcUrl: string
  gasKeyFile: string
  chainId: number
  escrow: string
}): Promise<Escrow> {
  const account = privateKeyToAccount(hex((await readFile(options.gasKeyFile, 'utf8')).trim()))
  const chain = defineChain({
    id: options.chainId,
    name: 'chain',
    nativeCurrency: { name: 'gas', symbol: 'GAS', decimals: 18 },
    rpcUrls: { default: { http: [options.rpcUrl] } },
  })
  const transport = http(options.rpcUrl, {
    timeout: 0,
    // The library's own time ends with the headers, and an answer may never end.
    fetchFn: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(20_000) }),
  })
  const reader = createPublicClient({ chain, transport })
  const writer = createWalletClient({ chain, transport, account })
  if ((await reader.getChainId()) !== options.chainId) throw new Error('The node is of another chain.')
  const contract = { address: hex(options.escrow), abi }

  const takes = async (verdicts: readonly KeptVerdict[]) =>
    reader.simulateContract({ ...contract, account, functionName: 'attest', args: attestation(verdicts) }).then(
      () => true,
      () => false,
    )

  return {
    isRecorded: async (verdict) => {
      const args = [BigInt(verdict.onchain_job_id), verdict.attempt] as const
      const named = await reader.readContract({ ...contract, functionName: 'candidates', args })
      const own = named.find(({ agent }) => agent.toLowerCase() === verdict.agent)
      if (!own) return true
      const seats = await reader.readContract({ ...contract, functionName: 'seats', args })
      return seats[own.seat]?.outcome !== 0
    },
    attest: async (verdicts) => {
      const good = (await takes(verdicts)) ? verdicts : await filterAsync(verdicts, (verdict) => takes([verdict]))
      if (good.length === 0) return undefined
      const transaction = await writer.writeContract({ ...contract, functionName: 'attest', args: attestation(good) })
      const receipt = await reader.waitForTransactionReceipt({ hash: transaction, timeout: 120_000 })
      if (receipt.status !== 'success') throw new Error(`The transaction ${transaction} failed.`)
      return transaction
    },
  }
}

function attestation(verdicts: readonly KeptVerdict[]) {
  const [first] = verdicts
  const votes = verdicts.map((verdict) => ({
    jobId: BigInt(verdict.onchain_job_id),
    attempt: verdict.attempt,
    taskCommitment: hex(verdict.task_commitment),
    policyCommitment: hex(verdict.policy_commitment),
    resultCommitment: hex(verdict.result_commitment),
    pass: verdict.pass,
    evidenceHash: hex(verdict.evidence_hash),
    agent: hex(verdict.agent),
  }))
  const signatures = verdicts.map((verdict) => hex(verdict.signature))
  return [BigInt(first?.onchain_job_id ?? 0), first?.attempt ?? 0, votes, signatures] as const
}

async function filterAsync<Value>(values: readonly Value[], test: (value: Value) => Promise<boolean>) {
  const kept: Value[] = []
  for (const value of values) if (await test(value)) kept.push(value)
  return kept
}
