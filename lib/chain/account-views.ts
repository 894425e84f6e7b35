import type { PublicClient } from 'viem'
import { agentRoles } from '../domain/agent.ts'
import type { Address, Chain, ChainAgent, ChainPayee } from '../ports/chain.ts'
import { agentRegistryAbi } from './abi/agent-registry.ts'
import { erc20Abi } from './abi/erc20.ts'
import { jobEscrowAbi } from './abi/job-escrow.ts'
import type { Heads } from './chain-heads.ts'
import type { Nodes } from './chain-nodes.ts'
import type { Contracts } from './escrow-events.ts'
import { later } from './later.ts'
import { memberOf } from './member-of.ts'
import { lowerAddress } from './parse-address.ts'
import { patiently } from './patiently.ts'
import { readingNow } from './reading-now.ts'

type Views = Pick<Chain, 'balance' | 'allowance' | 'ownerOf' | 'verifiers' | 'agentOf' | 'payee' | 'owed' | 'holdings'>

/**
 * What registry, escrow and token say of accounts, repeated with each new block; addresses in lower case. Two nodes agree on
 * who is registered, and on what an account holds in all.
 */
export function createAccountViews(
  nodes: Nodes,
  heads: Heads,
  { escrow, registry, token }: Contracts & { token: Address },
): Views {
  const now = readingNow(nodes, heads)
  const agents = { address: registry, abi: agentRegistryAbi } as const
  return {
    balance: async (account) => {
      const block =
        nodes.all.length === 1 ? await nodes.client.getBlockNumber({ cacheTime: 0 }) : (await heads.latest()).number
      const read = {
        address: token,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [account],
        blockNumber: block,
      } as const
      return { units: await patiently(() => nodes.heard((node) => node.readContract(read))), block }
    },
    allowance: async (owner, notBefore) => {
      const { number } = await heads.latest()
      const read = { address: token, abi: erc20Abi, functionName: 'allowance', args: [owner, escrow] } as const
      const blockNumber = later(number, notBefore)
      return patiently(() => nodes.heard((node) => node.readContract({ ...read, blockNumber })))
    },
    ownerOf: (wallet) =>
      now.agreed((node, blockNumber) =>
        node.readContract({
          ...agents,
          functionName: 'ownerOf',
          args: [wallet],
          ...(blockNumber && { blockNumber }),
        }),
      ),
    verifiers: async (from, count) => {
      const args = [BigInt(from), BigInt(count)] as const
      const listed = await now.agreed((node, blockNumber) =>
        node.readContract({ ...agents, functionName: 'verifiers', args, ...(blockNumber && { blockNumber }) }),
      )
      return listed.map((one) => ({ ...one, agent: lowerAddress(one.agent) }))
    },
    payee: (agent) =>
      heads.perBlock(`payee ${agent}`, () => now.heard((node, block) => readPayee(node, registry, agent, block))),
    agentOf: (agent) =>
      heads.perBlock(`agent ${agent}`, () => now.agreed((node, block) => readAgent(node, registry, agent, block))),
    owed: (account) =>
      heads.perBlock(`owed ${account}`, () =>
        now.heard((node, blockNumber) => readOwed(node, escrow, account, blockNumber)),
      ),
    holdings: (account) =>
      now.agreed(async (node, block) => {
        const of = { address: token, abi: erc20Abi, args: [account], ...(block && { blockNumber: block }) } as const
        const [units, owed] = await Promise.all([
          node.readContract({ ...of, functionName: 'balanceOf' }),
          readOwed(node, escrow, account, block),
        ])
        return { units, owed }
      }),
  }
}

function readOwed(client: PublicClient, escrow: Address, account: Address, blockNumber?: bigint): Promise<bigint> {
  const of = { address: escrow, abi: jobEscrowAbi, args: [account], ...(blockNumber && { blockNumber }) } as const
  return client.readContract({ ...of, functionName: 'owed' })
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
