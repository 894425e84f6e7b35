import type { PublicClient, TransactionReceipt } from 'viem'
import { differingTerms, endEvents, purposeOfEnd, termsFromEvent } from '../domain/job.ts'
import type { Address, Chain, ChainOutcome, ExpectedEffect, Hash } from '../ports/chain.ts'
import { NodeLacksError } from './agreement.ts'
import type { Heads } from './chain-heads.ts'
import type { Nodes } from './chain-nodes.ts'
import { callWarnings, userOperations } from './correlate.ts'
import { decodeEscrowLog } from './escrow-events.ts'
import { findMined } from './find-receipt.ts'
import { lowerAddress } from './parse-address.ts'
import { decodeTokenLog, type TokenEvent } from './token-events.ts'

type Pinned = { registry: Address; escrow: Address; token: Address; entryPoints: readonly Address[] }
type Log = TransactionReceipt['logs'][number]

/** Decides what transactions did; with several nodes, two of them have to show the same final outcome. */
export function outcomeReader(nodes: Nodes, heads: Heads, pinned: Pinned): Chain['outcome'] {
  return async (transactionHash, expected, calldataHash) => {
    const { number } = await heads.final()
    const read = (client: PublicClient) =>
      readOutcome(client, pinned, number, { transactionHash, expected, calldataHash })
    const first = await furthest(nodes, read)
    if (nodes.all.length === 1 || first.kind === 'pending' || !first.isFinal) return first
    return nodes.agree(async (client) => {
      const outcome = await read(client)
      if (outcome.kind === 'pending')
        throw new NodeLacksError('It lacks the receipt or the logs of a final transaction.')
      return outcome
    })
  }
}

/**
 * What one node shows, a final outcome first: a node that is late, lost its receipts, or shows a newer block hides no
 * outcome that another one has. One alone that calls it final, where two others know of nothing, is not heard.
 */
async function furthest(nodes: Nodes, read: (client: PublicClient) => Promise<ChainOutcome>): Promise<ChainOutcome> {
  const readings = await nodes.each(read)
  const mined = readings.filter((outcome) => outcome.kind !== 'pending')
  const final = mined.find(({ isFinal }) => isFinal)
  const isDoubted = mined.length === 1 && readings.length > 2
  return (isDoubted ? undefined : final) ?? mined.find(({ isFinal }) => !isFinal) ?? { kind: 'pending' }
}

/** Decides what a transaction did, from the pinned contracts' own logs in a canonical block. */
async function readOutcome(
  client: PublicClient,
  pinned: Pinned,
  finalNumber: bigint,
  query: { transactionHash: Hash; expected: ExpectedEffect; calldataHash: Hash | null },
): Promise<ChainOutcome> {
  const receipt = await findMined(client, query.transactionHash, [pinned.registry, pinned.escrow, pinned.token])
  if (!receipt) return { kind: 'pending' }
  const { blockNumber } = receipt
  const isFinal = blockNumber <= finalNumber
  const failed = (reason: string) => ({ kind: 'failed' as const, reason, blockNumber, isFinal })
  if (receipt.status !== 'success') return failed('The transaction was reverted.')
  const actor = actorOf(query.expected)
  const operations = userOperations(receipt, pinned.entryPoints)
  const log = receipt.logs.find((candidate) => matches(candidate, pinned, query.expected))
  if (!log) {
    const inner = operations.find((operation) => operation.sender === actor)
    if (inner && !inner.success) return failed('The wallet’s inner operation failed.')
    return { kind: 'absent', reason: `The transaction holds no matching ${nameOf(query.expected)} event.`, isFinal }
  }

  const own = operations.find((operation) => log.logIndex >= operation.firstLog && log.logIndex <= operation.lastLog)
  const warnings = own && own.sender !== actor ? ['The event lies among the logs of another wallet’s operation.'] : []
  if (query.calldataHash) {
    const transaction = await client.getTransaction({ hash: query.transactionHash })
    warnings.push(...callWarnings(transaction, actor, query.calldataHash))
  }
  return {
    kind: 'done',
    blockNumber,
    blockHash: receipt.blockHash,
    logIndex: log.logIndex,
    isFinal,
    warnings,
  }
}

function nameOf(expected: ExpectedEffect): string {
  return expected.event === 'JobEnded' ? endEvents[expected.by].join(' or ') : expected.event
}

function actorOf(expected: ExpectedEffect): Address {
  if (expected.event === 'Approval') return expected.owner
  return expected.event === 'Transfer' ? expected.from : expected.client
}

function matches(log: Log, pinned: Pinned, expected: ExpectedEffect): boolean {
  if (expected.event === 'Approval') {
    const approval = decodeTokenLog(log, pinned.token, 'Approval')
    return isSame(approval, [expected.owner, pinned.escrow], expected.amount)
  }
  if (expected.event === 'Transfer') {
    const transfer = decodeTokenLog(log, pinned.token, 'Transfer')
    return isSame(transfer, [expected.from, expected.to], expected.amount)
  }
  const event = decodeEscrowLog(log, pinned)
  if (!event) return false
  if (expected.event === 'JobEnded') return purposeOfEnd(event.name) === expected.by && event.jobId === expected.jobId
  return (
    event.name === 'JobCreated' &&
    event.args.client === expected.client &&
    differingTerms(termsFromEvent(event.args), expected.terms).length === 0
  )
}

function isSame(event: TokenEvent | undefined, parties: readonly [Address, Address], amount: bigint): boolean {
  if (!event) return false
  const [from, to] = parties.map(lowerAddress)
  return event.from === from && event.to === to && event.amount === amount
}
