import type { PublicClient } from 'viem'
import { jobEscrowAbi } from '#lib/chain/abi/job-escrow.ts'
import type { SharedEnv } from '#lib/env.ts'
import { attempt } from './attempt.ts'
import type { NodeToCheck } from './check-chain.ts'
import { checkLogs } from './check-logs.ts'
import { type Finding, lack, note, ok } from './finding.ts'

type Found = Omit<Finding, 'target'>

/** A single finding when the node cannot be used at all: it does not answer, or serves another chain. */
export async function checkNode(node: NodeToCheck, env: SharedEnv): Promise<Finding[]> {
  const chain = await checkIdentity(node.client, env)
  const found = chain.standing === 'lack' ? [chain] : [chain, ...(await checkService(node, env))]
  return found.map((finding) => ({ target: node.name, ...finding }))
}

async function checkService({ client, url }: NodeToCheck, env: SharedEnv): Promise<Found[]> {
  try {
    return [
      await checkHead(client, env),
      await checkFinality(client),
      ...(await checkLogs(client, env)),
      await checkState(client, env),
      await checkBatch(url, env),
    ]
  } catch {
    return [
      lack(
        'requests',
        'one of them was not answered',
        'Raise the limit of requests at its provider, or use another node.',
      ),
    ]
  }
}

async function checkIdentity(client: PublicClient, env: SharedEnv): Promise<Found> {
  const check = 'chain'
  const told = await attempt(async () => {
    const [id, { hash }] = await Promise.all([client.getChainId(), client.getBlock({ blockNumber: 0n })])
    return { id, hash }
  })
  if (!told)
    return lack(
      check,
      'it does not answer',
      'Nothing can be read there: correct the address or key, or use another node.',
    )
  if (told.id !== env.CHAIN_ID || told.hash !== env.CHAIN_GENESIS_HASH)
    return lack(
      check,
      `id ${told.id}, genesis ${told.hash}`,
      'It is another chain, so it is never asked: correct its address.',
    )
  const number = BigInt(env.ESCROW_DEPLOYMENT_BLOCK)
  const block = await attempt(() => client.getBlock({ blockNumber: number }))
  if (!block)
    return note(check, `id ${told.id}, but no block ${number}: a reindex from the deployment needs a node that has it`)
  return ok(check, `id ${told.id}, genesis as configured, deployment block ${number} is ${block.hash}`)
}

async function checkHead(client: PublicClient, env: SharedEnv): Promise<Found> {
  const { number, timestamp } = await client.getBlock({ blockTag: 'latest' })
  const age = Math.max(0, Math.floor(Date.now() / 1_000) - Number(timestamp))
  const detail = `block ${number}, ${age} seconds old`
  if (age <= env.CHAIN_HEAD_AGE_SECONDS) return ok('newest block', detail)
  return lack('newest block', detail, 'The chain or this node stands still: nothing new is seen until it goes on.')
}

async function checkFinality(client: PublicClient): Promise<Found> {
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
  return ok(check, `${latest.number - finalized.number} blocks behind the newest`)
}

async function checkState(client: PublicClient, env: SharedEnv): Promise<Found> {
  const read = (blockNumber: bigint) =>
    client.readContract({ address: env.ESCROW_ADDRESS, abi: jobEscrowAbi, functionName: 'jobCount', blockNumber })
  const check = 'state'
  const latest = await client.getBlockNumber({ cacheTime: 0 })
  const finalized = await attempt(async () => (await client.getBlock({ blockTag: 'finalized' })).number)
  const deployment = BigInt(env.ESCROW_DEPLOYMENT_BLOCK)
  const older = latest > deployment + 128n ? latest - 128n : deployment
  if ((await attempt(() => read(finalized ?? latest))) === undefined)
    return lack(
      check,
      'none at the final block',
      'No event can have effect: use a node that keeps the state of final blocks.',
    )
  if ((await attempt(() => read(older))) === undefined)
    return lack(
      check,
      `none at block ${older}`,
      'After a pause of the worker events would wait: use a node that keeps 128 states.',
    )
  const whole = await attempt(() => read(deployment))
  return ok(check, whole !== undefined ? 'back to the deployment' : 'for the newest 128 blocks, which is enough')
}

async function checkBatch(url: string, env: SharedEnv): Promise<Found> {
  const calls = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'eth_chainId', params: [] }))
  const answers = await attempt(async () => {
    const headers = { 'content-type': 'application/json' }
    const signal = AbortSignal.timeout(8_000)
    const response = await fetch(url, { method: 'POST', headers, signal, body: JSON.stringify(calls) })
    const body: unknown = await response.json()
    return Array.isArray(body) && body.length === calls.length
  })
  if (answers) return ok('batches', 'supported')
  if (env.CHAIN_BATCH_SIZE === 1) return note('batches', 'not supported, and not used')
  return lack('batches', 'not supported', 'Requests fail with CHAIN_BATCH_SIZE above 1: set it to 1.')
}
