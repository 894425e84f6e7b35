import {
  BaseError,
  BlockNotFoundError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  createPublicClient,
  keccak256,
  type PublicClient,
} from 'viem'
import { agentRegistryAbi } from '#lib/chain/abi/agent-registry.ts'
import { jobEscrowAbi } from '#lib/chain/abi/job-escrow.ts'
import { decodeEscrowLog } from '#lib/chain/escrow-events.ts'
import { readJob, readSeats } from '#lib/chain/escrow-jobs.ts'
import { timelyHttp } from '#lib/chain/timely-http.ts'
import { decodeTokenLog } from '#lib/chain/token-events.ts'
import type { MinedMove } from '#lib/domain/escrow-payments.ts'
import type { Address, ChainJob, ChainSeat, EscrowLog, Hash, RegisteredVerifier } from '#lib/ports/chain.ts'
import { CannotTellError } from './problem.ts'

/** What the chain says about one job, read from a node that the reader chose; addresses and hashes in lower case. */
export type ChainFacts = {
  chainId: number
  genesisHash: Hash
  codeHash: Hash | undefined
  token: Address | undefined
  /** The hash at each height that the proof names. */
  blocks: Map<bigint, Hash>
  job: ChainJob | undefined
  events: EscrowLog[]
  moves: MinedMove[]
  seats: Map<number, ChainSeat[]>
  /** Its verifiers that were active when the job was created, and who the client is to it. */
  registry: { address: Address; clientOwner: Hash; verifiers: RegisteredVerifier[] } | undefined
}

export type Question = {
  escrow: Address
  token: Address
  jobId: bigint
  firstBlock: bigint
  lastBlock: bigint
  blocks: readonly bigint[]
  attempts: readonly number[]
}

const firstSpan = 10_000n
const registryPage = 500n

/** Reads the facts. Throws `CannotTellError` where the node does not answer, or does not call the job's last block final. */
export async function readFacts(rpcUrl: string, question: Question): Promise<ChainFacts> {
  const client = createPublicClient({ transport: timelyHttp(rpcUrl, 20_000, { retryCount: 3 }) })
  try {
    return await read(client, question)
  } catch (error) {
    if (error instanceof CannotTellError) throw error
    throw new CannotTellError('The node could not be read.', { cause: error })
  }
}

async function read(client: PublicClient, question: Question): Promise<ChainFacts> {
  const { escrow, token, jobId } = question
  const final = await client.getBlock({ blockTag: 'finalized' })
  const [chainId, genesis, code] = await Promise.all([
    client.getChainId(),
    client.getBlock({ blockNumber: 0n }),
    client.getCode({ address: escrow }),
  ])
  const facts: ChainFacts = {
    chainId,
    genesisHash: genesis.hash,
    codeHash: code && keccak256(code),
    token: undefined,
    blocks: new Map(),
    job: undefined,
    events: [],
    moves: [],
    seats: new Map(),
    registry: undefined,
  }
  if (!code) return facts
  if (question.lastBlock > final.number) {
    const message = `Block ${question.lastBlock}, the proof's last one, is not final; the newest final block is ${final.number}.`
    throw new CannotTellError(message)
  }
  facts.token = await tokenOf(client, escrow)
  if (facts.token === undefined) return facts
  for (const number of question.blocks) facts.blocks.set(number, await hashOf(client, number))
  facts.job = await readJob(client, escrow, jobId, final.number)
  facts.events = await readEvents(client, question)
  for (const hash of new Set(facts.events.map(({ transactionHash }) => transactionHash)))
    facts.moves.push(...(await readTransfers(client, token, hash)))
  for (const attempt of question.attempts)
    facts.seats.set(attempt, await readSeats(client, { escrow: escrow, id: jobId, attempt: attempt }))
  if (facts.job && question.attempts.length > 0) facts.registry = await readRegistry(client, escrow, facts.job)
  return facts
}

/** Read at the latest block: the list only grows, and an owner never changes. */
async function readRegistry(client: PublicClient, escrow: Address, job: ChainJob): Promise<ChainFacts['registry']> {
  const named = await ifThere(client.readContract({ address: escrow, abi: jobEscrowAbi, functionName: 'registry' }))
  if (!named) return undefined
  const address = named.toLowerCase() as Address
  const registry = { address, abi: agentRegistryAbi } as const
  const clientOwner = await client.readContract({ ...registry, functionName: 'ownerOf', args: [job.client] })
  const verifiers: RegisteredVerifier[] = []
  for (;;) {
    const args = [BigInt(verifiers.length), registryPage] as const
    const listed = await client.readContract({ ...registry, functionName: 'verifiers', args })
    const inTime = listed.filter(({ activeFrom }) => activeFrom <= job.createdAt)
    verifiers.push(...inTime.map((one) => ({ ...one, agent: one.agent.toLowerCase() as Address })))
    if (inTime.length < registryPage) return { address, clientOwner, verifiers }
  }
}

/** Undefined where the contract at that address is none that has a token. */
async function tokenOf(client: PublicClient, escrow: Address): Promise<Address | undefined> {
  const token = await ifThere(client.readContract({ address: escrow, abi: jobEscrowAbi, functionName: 'token' }))
  return token?.toLowerCase() as Address | undefined
}

/** Undefined where the contract answers that it has no such function. */
async function ifThere<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read
  } catch (error) {
    const isAnswer = (cause: unknown) =>
      cause instanceof ContractFunctionRevertedError || cause instanceof ContractFunctionZeroDataError
    if (error instanceof BaseError && error.walk(isAnswer)) return undefined
    throw error
  }
}

async function hashOf(client: PublicClient, blockNumber: bigint): Promise<Hash> {
  try {
    return (await client.getBlock({ blockNumber })).hash
  } catch (error) {
    if (!(error instanceof BlockNotFoundError)) throw error
    throw new CannotTellError(`The node does not have block ${blockNumber}.`)
  }
}

/** Every event of the job between its first and its last block, by ranges that are halved where the node refuses one. */
async function readEvents(client: PublicClient, question: Question): Promise<EscrowLog[]> {
  const { escrow, jobId, firstBlock, lastBlock } = question
  const found: EscrowLog[] = []
  let span = firstSpan
  for (let from = firstBlock; from <= lastBlock; ) {
    const to = from + span - 1n < lastBlock ? from + span - 1n : lastBlock
    try {
      const logs = await client.getLogs({ address: escrow, fromBlock: from, toBlock: to })
      found.push(...logs.flatMap((log) => decodeEscrowLog(log, { escrow, registry: escrow }) ?? []))
      from = to + 1n
    } catch (error) {
      if (span === 1n) throw error
      span /= 2n
    }
  }
  return found.filter((log) => log.jobId === jobId)
}

async function readTransfers(client: PublicClient, token: Address, transactionHash: Hash): Promise<MinedMove[]> {
  const { blockNumber, logs } = await client.getTransactionReceipt({ hash: transactionHash })
  return logs.flatMap((log) => {
    const event = decodeTokenLog(log, token, 'Transfer')
    return event ? [{ ...event, transactionHash, blockNumber, logIndex: log.logIndex }] : []
  })
}
