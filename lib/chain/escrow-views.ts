import type { PublicClient } from 'viem'
import { agentRoles } from '../domain/agent.ts'
import { contractActionKinds } from '../domain/job.ts'
import type { Address, Chain, ChainAgent, ChainPayee } from '../ports/chain.ts'
import { agentRegistryAbi } from './abi/agent-registry.ts'
import { jobActionsAbi } from './abi/job-actions.ts'
import { jobEscrowAbi } from './abi/job-escrow.ts'
import type { Heads } from './chain-heads.ts'
import type { Nodes } from './chain-nodes.ts'
import { rememberBounds } from './escrow-bounds.ts'
import type { Contracts } from './escrow-events.ts'
import { readJob, readSeats } from './escrow-jobs.ts'
import { keepFor } from './keep-for.ts'
import { later } from './later.ts'
import { memberOf } from './member-of.ts'
import { newestJobs } from './newest-jobs.ts'
import { lowerAddress } from './parse-address.ts'
import { patiently } from './patiently.ts'
import { readKey } from './read-key.ts'

type Views = Pick<
  Chain,
  | 'bounds'
  | 'ownerOf'
  | 'jobIdOf'
  | 'jobCount'
  | 'job'
  | 'newestJob'
  | 'actions'
  | 'seats'
  | 'verifiers'
  | 'agentOf'
  | 'payee'
  | 'owed'
  | 'keyAt'
>

const callers = ['ANYONE', 'CLIENT', 'AGENT', 'DISPATCHER'] as const

/**
 * Reads of escrow and registry, repeated with each new block; addresses in lower case. Two nodes agree on what is read at
 * a given block.
 */
export function createEscrowViews(nodes: Nodes, heads: Heads, { escrow, registry }: Contracts): Views {
  const { client } = nodes
  const contract = { address: escrow, abi: jobEscrowAbi } as const
  const jobActions = keepFor(Number.POSITIVE_INFINITY, () =>
    client.readContract({ ...contract, functionName: 'actions' }),
  )
  const agents = { address: registry, abi: agentRegistryAbi } as const
  const now = async <T>(read: (client: PublicClient, blockNumber?: bigint) => Promise<T>) => {
    if (nodes.all.length === 1) return read(client)
    const { number } = await heads.latest()
    return patiently(() => nodes.heard((node) => read(node, number)))
  }
  return {
    bounds: rememberBounds(client, escrow),
    keyAt: (account, block) => nodes.agree((node) => readKey(node, { escrow, account, block })),
    ownerOf: (wallet) => client.readContract({ ...agents, functionName: 'ownerOf', args: [wallet] }),
    jobIdOf: (owner, ref, block) =>
      nodes.agree((node) =>
        node.readContract({ ...contract, functionName: 'jobIdOf', args: [owner, ref], blockNumber: block }),
      ),
    jobCount: (block) =>
      nodes.agree((node) => node.readContract({ ...contract, functionName: 'jobCount', blockNumber: block })),
    job: (id, block) =>
      heads.perBlock(`job ${id} ${block}`, () => nodes.agree((node) => readJob(node, escrow, id, block))),
    newestJob: newestJobs(nodes, heads, escrow),
    seats: (id, attempt) =>
      heads.perBlock(`seats ${id} ${attempt}`, () =>
        now((node, blockNumber) => readSeats(node, { escrow, id, attempt, blockNumber })),
      ),
    actions: async (id, notBefore) => {
      const [address, { number }] = await Promise.all([jobActions(), heads.latest()])
      const of = {
        address,
        abi: jobActionsAbi,
        args: [id],
        blockNumber: later(number, notBefore),
      } as const
      const read = (node: PublicClient) => node.readContract({ ...of, functionName: 'allowedActions' })
      const actions = await patiently(() => nodes.heard(read))
      return actions.map((action) => ({
        ...action,
        kind: memberOf(contractActionKinds, action.kind),
        caller: memberOf(callers, action.caller),
      }))
    },
    verifiers: async (from, count) => {
      const args = [BigInt(from), BigInt(count)] as const
      const listed = await client.readContract({ ...agents, functionName: 'verifiers', args })
      return listed.map((one) => ({ ...one, agent: lowerAddress(one.agent) }))
    },
    payee: (agent) =>
      heads.perBlock(`payee ${agent}`, () => now((node, block) => readPayee(node, registry, agent, block))),
    agentOf: (agent) =>
      heads.perBlock(`agent ${agent}`, () => now((node, block) => readAgent(node, registry, agent, block))),
    owed: (account) =>
      heads.perBlock(`owed ${account}`, () =>
        now((node, blockNumber) =>
          node.readContract({
            ...contract,
            functionName: 'owed',
            args: [account],
            ...(blockNumber && { blockNumber }),
          }),
        ),
      ),
  }
}

async function readPayee(
  client: PublicClient,
  registry: Address,
  agent: Address,
  blockNumber?: bigint,
): Promise<ChainPayee> {
  const contract = { address: registry, abi: agentRegistryAbi, ...(blockNumber && { blockNumber }) } as const
  const [{ payee }, request, delaySeconds] = await Promise.all([
    client.readContract({ ...contract, functionName: 'agentOf', args: [agent] }),
    client.readContract({ ...contract, functionName: 'payeeRequestOf', args: [agent] }),
    client.readContract({ ...contract, functionName: 'PAYEE_DELAY' }),
  ])
  const waits = request.from === 0n ? null : { payee: lowerAddress(request.payee), from: request.from }
  return { payee: lowerAddress(payee), waits, nonce: request.nonce, delaySeconds }
}

async function readAgent(
  client: PublicClient,
  registry: Address,
  address: Address,
  blockNumber?: bigint,
): Promise<ChainAgent | undefined> {
  const registered = { address: registry, abi: agentRegistryAbi, ...(blockNumber && { blockNumber }) } as const
  const agent = await client.readContract({ ...registered, functionName: 'agentOf', args: [address] })
  // The contract's enum of roles starts with NONE, which only an unknown agent has.
  if (agent.role === 0) return undefined
  const isStolen = await client.readContract({ ...registered, functionName: 'isCompromised', args: [agent.key] })
  return {
    ownerId: agent.ownerId,
    key: lowerAddress(agent.key),
    activeFrom: agent.activeFrom,
    role: memberOf(agentRoles, agent.role - 1),
    isActive: agent.active,
    isSound: !isStolen,
    payee: lowerAddress(agent.payee),
  }
}
