import { type ChainFacts, readFacts } from './chain-facts.ts'
import { checkDocuments } from './check-documents.ts'
import { checkMoney, firstDifference } from './check-money.ts'
import { checkPanels } from './check-panels.ts'
import { type Problem, problem } from './problem.ts'
import type { ProofDocument } from './read-proof-file.ts'

type Hex = `0x${string}`

export type Checked = {
  /** Everything that the chain does not bear out; empty for a true proof. */
  problems: Problem[]
  /** keccak256 of the escrow's code, for the reader to compare with one that they trust. */
  codeHash: Hex | undefined
}

/** Checks a proof against a chain, and nothing else. Throws `CannotTellError` where the chain cannot be asked. */
export async function checkProof(proof: ProofDocument, { rpcUrl }: { rpcUrl: string }): Promise<Checked> {
  const heights = [...proof.events, ...proof.transfers].map(({ block_number }) => BigInt(block_number))
  const [first, last] = [heights.reduce(min, heights[0] ?? 0n), heights.reduce(max, 0n)]
  const facts = await readFacts(rpcUrl, {
    escrow: proof.chain.escrow as Hex,
    token: proof.chain.token as Hex,
    jobId: BigInt(proof.job.onchain_job_id),
    firstBlock: first,
    lastBlock: last,
    blocks: [...new Set(heights)],
    attempts: proof.attempts.map(({ attempt }) => attempt),
  })
  const { codeHash } = facts
  const place = checkPlace(proof, facts)
  if (place.length > 0) return { problems: place, codeHash }
  const problems = [
    ...checkEvents(proof, facts),
    ...checkState(proof, facts),
    ...checkDocuments(proof, facts),
    ...(await checkPanels(proof, facts)),
    ...checkMoney(proof, facts),
  ]
  return { problems, codeHash }
}

/** Whether this is the chain, and the contract, that the proof is about; nothing else can be asked of another one. */
function checkPlace({ chain }: ProofDocument, facts: ChainFacts): Problem[] {
  if (facts.chainId !== chain.chain_id || facts.genesisHash !== chain.genesis_hash)
    return [problem('wrong_chain', `The node serves chain ${facts.chainId} with genesis ${facts.genesisHash}.`)]
  if (facts.codeHash === undefined) return [problem('wrong_contract', `There is no contract at ${chain.escrow}.`)]
  if (facts.token !== chain.token)
    return [problem('wrong_contract', `The escrow’s token is ${facts.token}, not ${chain.token}.`)]
  return []
}

function checkEvents(proof: ProofDocument, facts: ChainFacts): Problem[] {
  const orphaned = proof.events.filter((event) => facts.blocks.get(BigInt(event.block_number)) !== event.block_hash)
  if (orphaned.length > 0) {
    const numbers = [...new Set(orphaned.map(({ block_number }) => block_number))].join(', ')
    return [problem('orphaned_block', `The chain has another block in place of ${numbers}.`)]
  }
  const real = facts.events.map(({ name, blockNumber, blockHash, transactionHash, logIndex, args }) => ({
    name,
    block_number: blockNumber.toString(),
    block_hash: blockHash,
    transaction_hash: transactionHash,
    log_index: logIndex,
    args,
  }))
  const differing = firstDifference(proof.events, real)
  if (differing === undefined) return []
  const name = proof.events[differing]?.name ?? real[differing]?.name
  return [problem('events_differ', `Event ${differing + 1} (${name}) is not the one that the chain has in this place.`)]
}

/** That the contract holds this state now is what proves that no event came after the last one. */
function checkState({ job }: ProofDocument, facts: ChainFacts): Problem[] {
  if (facts.job?.state === job.state) return []
  return [problem('state_differs', `The job is ${facts.job?.state ?? 'unknown'} on chain, not ${job.state}.`)]
}

const min = (a: bigint, b: bigint) => (a < b ? a : b)
const max = (a: bigint, b: bigint) => (a > b ? a : b)
