import { BaseError, ExecutionRevertedError, encodeFunctionData, type PublicClient } from 'viem'
import { jobEscrowAbi } from '#lib/chain/abi/job-escrow.ts'
import { headerHash } from '#lib/chain/header-hash.ts'
import type { ChainEnv } from '#lib/env.ts'
import { attempt } from './attempt.ts'
import { checkBatch } from './check-batch.ts'
import { checkLogs } from './check-logs.ts'
import { describeAnswer } from './describe-answer.ts'
import { type Finding, lack, note, ok } from './finding.ts'

export type NodeToCheck = { name: string; url: string; client: PublicClient }
type Found = Omit<Finding, 'target'>

/** Nodes that keep 128 states drop one with each block; the rest is left for blocks that arrive during the check. */
const comparedBlocks = 120n

/** A single finding when the node cannot be used at all: it does not answer, or serves another chain. */
export async function checkNode(node: NodeToCheck, env: ChainEnv): Promise<Finding[]> {
  const chain = await checkIdentity(node, env)
  const found = chain.standing === 'lack' ? [chain] : [chain, ...(await checkService(node, env))]
  return found.map((finding) => ({ target: node.name, ...finding }))
}

async function checkService({ client, url }: NodeToCheck, env: ChainEnv): Promise<Found[]> {
  try {
    return [
      await checkHead(client, env),
      await checkHeaders(client, env),
      await checkFinality(client, env),
      ...(await checkLogs(client, env)),
      await checkState(client, env),
      await checkBatch(url, env),
    ]
  } catch {
    const bad = await describeAnswer(url)
    const advice = 'Raise the limit of requests at its provider, or use another node.'
    return [lack('requests', bad?.detail ?? 'one of them was not answered', bad?.advice ?? advice)]
  }
}

async function checkIdentity({ client, url }: NodeToCheck, env: ChainEnv): Promise<Found> {
  const check = 'chain'
  const identity = await attempt(async () => {
    const [id, { hash }] = await Promise.all([client.getChainId(), client.getBlock({ blockNumber: 0n })])
    return { id, hash }
  })
  if (!identity) {
    const bad = await describeAnswer(url)
    const advice = 'Run this again; if it stays so, use another node.'
    return lack(check, bad?.detail ?? 'it does not give its chain id or its first block', bad?.advice ?? advice)
  }
  if (identity.id !== env.CHAIN_ID)
    return lack(
      check,
      `id ${identity.id}, but CHAIN_ID is ${env.CHAIN_ID}`,
      'It serves another chain, so it is never asked: correct its URL, or CHAIN_ID.',
    )
  if (identity.hash !== env.CHAIN_GENESIS_HASH)
    return lack(
      check,
      `id ${identity.id} as configured, but genesis ${identity.hash}`,
      'It serves another chain of the same id, so it is never asked: correct its URL, or CHAIN_GENESIS_HASH.',
    )
  const number = BigInt(env.ESCROW_DEPLOYMENT_BLOCK)
  // A block that is not mined is no fault of the node; `checkDeployment` names the setting.
  const latest = await attempt(() => client.getBlockNumber({ cacheTime: 0 }))
  if (latest !== undefined && number > latest) return ok(check, `id ${identity.id}, genesis as configured`)
  const block = await attempt(() => client.getBlock({ blockNumber: number }))
  if (!block)
    return note(
      check,
      `id ${identity.id}, but no block ${number}: a reindex from the deployment needs a node that has it`,
    )
  return ok(check, `id ${identity.id}, genesis as configured, deployment block ${number} is ${block.hash}`)
}

async function checkHeaders(client: PublicClient, env: ChainEnv): Promise<Found> {
  const params = ['latest', false] as const
  const block = (await client.request({ method: 'eth_getBlockByNumber', params: [...params] })) as object
  const { hash, ...fields } = block as Record<string, unknown>
  const isBound = headerHash(fields) === hash
  if (env.CHAIN_HEADERS === 'other')
    return note('block hashes', isBound ? 'bind their fields: set CHAIN_HEADERS=ethereum' : 'are not checked')
  if (isBound) return ok('block hashes', 'bind their fields')
  return lack(
    'block hashes',
    'that of the newest block is not the hash of its fields',
    'Its blocks are never believed. Use another node; where all nodes of the chain say so, set CHAIN_HEADERS=other.',
  )
}

async function checkHead(client: PublicClient, env: ChainEnv): Promise<Found> {
  const { number, timestamp } = await client.getBlock({ blockTag: 'latest' })
  const age = Math.max(0, Math.floor(Date.now() / 1_000) - Number(timestamp))
  const detail = `block ${number}, ${age} ${age === 1 ? 'second' : 'seconds'} old`
  if (age <= env.CHAIN_HEAD_AGE_SECONDS) return ok('newest block', detail)
  return lack('newest block', detail, 'The chain or this node stands still: nothing new is seen until it goes on.')
}

async function checkFinality(client: PublicClient, env: ChainEnv): Promise<Found> {
  const check = 'finality'
  const [finalized, latest] = await Promise.all([
    attempt(() => client.getBlock({ blockTag: 'finalized' })),
    client.getBlock({ blockTag: 'latest' }),
  ])
  if (!finalized)
    return lack(
      check,
      'no `finalized` block',
      'Nothing would ever have effect: use a node that supports the tag `finalized`.',
    )
  const seconds = await finalityLag(client, { finalized, latest })
  const detail = `${latest.number - finalized.number} blocks and ${seconds} seconds behind the newest`
  const escrow = { address: env.ESCROW_ADDRESS, abi: jobEscrowAbi } as const
  const least = await attempt(() => client.readContract({ ...escrow, functionName: 'MIN_WINDOW' }))
  if (least === undefined || seconds <= least) return ok(check, detail)
  const shortest = `the escrow’s shortest window of ${least} seconds`
  return note(
    check,
    `${detail}, longer than ${shortest}: reviews ask for windows of ${least + seconds} seconds or more`,
  )
}

type Head = { number: bigint; timestamp: bigint }

/** How long the oldest block that is not final has waited, by the chain's own clock, as the service measures it. */
async function finalityLag(client: PublicClient, { finalized, latest }: { finalized: Head; latest: Head }) {
  if (finalized.number >= latest.number) return 0n
  const oldest = await attempt(() => client.getBlock({ blockNumber: finalized.number + 1n }))
  return latest.timestamp - (oldest ?? finalized).timestamp
}

async function checkState(client: PublicClient, env: ChainEnv): Promise<Found> {
  const isKept = (blockNumber: bigint) => keepsState(client, env.ESCROW_ADDRESS, blockNumber)
  const check = 'state'
  const head = () => client.getBlockNumber({ cacheTime: 0 })
  const latest = await head()
  const finalized = await attempt(async () => (await client.getBlock({ blockTag: 'finalized' })).number)
  const configured = BigInt(env.ESCROW_DEPLOYMENT_BLOCK)
  const deployment = configured > latest ? 0n : configured
  const olderThan = (block: bigint) => (block > deployment + comparedBlocks ? block - comparedBlocks : deployment)
  if (!(await isKept(finalized ?? latest)))
    return lack(
      check,
      'none at the final block',
      'No event can have effect: use a node that keeps the state of final blocks.',
    )
  // The chain goes on between two requests, so a state at the edge may be gone by the time it is asked for.
  const isEnough = (await isKept(olderThan(latest))) || (await isKept(olderThan(await head())))
  if (!isEnough)
    return lack(
      check,
      `none at block ${olderThan(latest)}`,
      'After a pause of the worker events would wait: use a node that keeps 128 states.',
    )
  const isWhole = configured <= latest && (await isKept(configured))
  return ok(check, isWhole ? 'back to the deployment' : 'for the newest 128 blocks, which is enough')
}

/** Whether a call can be made on the state of a block; what the contract there says to it does not matter. */
async function keepsState(client: PublicClient, to: `0x${string}`, blockNumber: bigint): Promise<boolean> {
  const data = encodeFunctionData({ abi: jobEscrowAbi, functionName: 'jobCount' })
  try {
    await client.call({ to, data, blockNumber })
    return true
  } catch (error) {
    return error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError) !== null
  }
}
