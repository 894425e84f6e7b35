import { createPublicClient, custom, fallback, HttpRequestError, type PublicClient } from 'viem'
import type { NodeProblem } from '#lib/ports/chain.ts'
import { agreement } from './agreement.ts'
import { type NodeHealth, nodeHealth } from './node-health.ts'
import { revertOf, rpcAnswer } from './revert.ts'
import { clientOf, openRpc, type Request, type RpcOptions } from './rpc.ts'

/** One node; its client asks this node and no other. */
export type ChainNode = { name: string; client: PublicClient; health: NodeHealth }

/** The nodes of the chain, in the order of their preference. With one, every method reads that one. */
export type Nodes = {
  all: readonly ChainNode[]
  /** Asks the first node that works, and the next one where it fails. */
  client: PublicClient
  /** The nodes that are not left aside; when each one is, all that serve our chain, or else all. */
  working(): ChainNode[]
  /**
   * Gives what two nodes read alike; the first one's reading where there is only one node. Throws `chain_unavailable`
   * while no two agree. A node that two others contradict is left aside.
   */
  agree<T>(read: (client: PublicClient) => Promise<T>): Promise<T>
  /** What each node that works reads, in their order; throws when none of them can be read. */
  each<T>(read: (client: PublicClient) => Promise<T>): Promise<T[]>
  /**
   * The node that is believed alone, since every other one has answered nothing for so long; for several nodes alone.
   */
  lone(): ChainNode | undefined
  problems(): NodeProblem[]
}

/** After `aloneSeconds` without an answer of any other node the last one is believed alone; never when that is 0. */
export type NodesOptions = Omit<RpcOptions, 'url'> & { urls: readonly string[]; aloneSeconds: number }

/** Opens no connection before the first use. Each node has its own request limit. */
export function openNodes({ urls, aloneSeconds, ...options }: NodesOptions): Nodes {
  const lines = urls.map((url) => ({ host: new URL(url).host, request: openRpc({ url, ...options }) }))
  return joinNodes(lines, aloneSeconds)
}

export function joinNodes(lines: readonly { host: string; request: Request }[], aloneSeconds: number): Nodes {
  const all = lines.map((line, index) => joinNode(index + 1, line))
  const working = () => {
    const able = all.filter(({ health }) => !health.isAside())
    const ours = all.filter(({ health }) => !health.isForeign())
    return [able, ours, all].find((nodes) => nodes.length > 0) ?? all
  }
  const transports = all.map((node) =>
    custom({
      request: async (call: Parameters<Request>[0]) => {
        if (!working().includes(node)) throw new Error(`${node.name} is left aside`)
        return node.request(call)
      },
    }),
  )
  const lone = () => {
    if (aloneSeconds === 0 || all.length === 1) return undefined
    const [left, ...others] = all.filter(({ health }) => health.awaySeconds() < aloneSeconds)
    return others.length === 0 && !left?.health.isForeign() ? left : undefined
  }
  const [only] = all
  const isAlone = all.length === 1 && only
  // A refusal by the contract is an answer, which the next node would only repeat.
  const shouldThrow = (error: Error) => revertOf(error) !== undefined
  return {
    all,
    working,
    client: isAlone
      ? only.client
      : createPublicClient({ transport: fallback(transports, { retryCount: 1, shouldThrow }) }),
    agree: agreement(all, { working, lone }),
    each: (read) => readEach(working(), read),
    lone,
    problems: () => {
      const believed = lone()
      const note = believed ? ` Until another one answers, ${believed.name} is believed by itself.` : ''
      return all.flatMap(({ health }) => health.problem() ?? []).map((one) => ({ ...one, detail: one.detail + note }))
    },
  }
}

function joinNode(ordinal: number, { host, request }: { host: string; request: Request }) {
  const health = nodeHealth(ordinal, host)
  const watched: Request = async (...call) => {
    let fault: string | undefined
    try {
      return await request(...call)
    } catch (error) {
      fault = faultOf(error)
      if (fault) health.fail('unreachable', fault)
      throw error
    } finally {
      if (!fault) health.answered()
    }
  }
  return { name: `node ${ordinal} (${host})`, client: clientOf(watched), health, request: watched }
}

async function readEach<T>(nodes: readonly ChainNode[], read: (client: PublicClient) => Promise<T>): Promise<T[]> {
  const settled = await Promise.allSettled(nodes.map(({ client }) => read(client)))
  const values = settled.flatMap((reading) => (reading.status === 'fulfilled' ? [reading.value] : []))
  if (values.length > 0) return values
  throw settled.find((reading) => reading.status === 'rejected')?.reason
}

/** Undefined where the node answered; some refuse long ranges of logs with a status of HTTP. */
function faultOf(error: unknown): string | undefined {
  if (rpcAnswer(error)) return undefined
  if (!(error instanceof HttpRequestError) || error.status === undefined) return 'It does not answer.'
  return error.status === 400 || error.status === 413 ? undefined : `It answers with the status ${error.status}.`
}
