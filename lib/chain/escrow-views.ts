import type { PublicClient } from 'viem'
import { contractActionKinds } from '../domain/job.ts'
import type { Address, Chain } from '../ports/chain.ts'
import { jobActionsAbi } from './abi/job-actions.ts'
import { jobEscrowAbi } from './abi/job-escrow.ts'
import type { Heads } from './chain-heads.ts'
import type { Nodes } from './chain-nodes.ts'
import { readBounds } from './escrow-bounds.ts'
import { readJob, readSeats } from './escrow-jobs.ts'
import { later } from './later.ts'
import { memberOf } from './member-of.ts'
import { neverChanging } from './never-changing.ts'
import { newestJobs } from './newest-jobs.ts'
import { patiently } from './patiently.ts'
import { readKey } from './read-key.ts'
import { readingNow } from './reading-now.ts'

type Views = Pick<Chain, 'bounds' | 'jobIdOf' | 'jobCount' | 'job' | 'newestJob' | 'actions' | 'seats' | 'keyAt'>

const callers = ['ANYONE', 'CLIENT', 'AGENT', 'DISPATCHER'] as const

/**
 * Reads of the escrow's jobs, repeated with each new block; addresses in lower case. Two nodes agree on what never changes,
 * and on what is read at a given block.
 */
export function createEscrowViews(nodes: Nodes, heads: Heads, escrow: Address): Views {
  const contract = { address: escrow, abi: jobEscrowAbi } as const
  const jobActions = neverChanging(nodes, (node) => node.readContract({ ...contract, functionName: 'actions' }))
  const now = readingNow(nodes, heads)
  return {
    bounds: neverChanging(nodes, (node) => readBounds(node, escrow)),
    keyAt: (account, block) => nodes.agree((node) => readKey(node, { escrow, account, block })),
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
        now.heard((node, blockNumber) => readSeats(node, { escrow, id, attempt, blockNumber })),
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
  }
}
