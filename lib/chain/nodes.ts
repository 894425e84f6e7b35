import { HttpRequestError, type PublicClient } from 'viem'
import { agreement, NodeLacksError, noneOfOurs } from './agreement.ts'
import type { ChainNode, Nodes } from './chain-nodes.ts'
import { inTurn, together } from './in-turn.ts'
import { nodeHealth } from './node-health.ts'
import { atOnce, isPrompt, nodeOrder, readFrom } from './node-order.ts'
import { isAskedTooOften, isUnreadable, revertOf, rpcAnswer } from './revert.ts'
import { clientOf, openRpc, type Request, type RpcOptions } from './rpc.ts'
import { UnsoundAnswerError } from './sound-answer.ts'

/** After `aloneSeconds` without an answer of any other node the last one is believed alone; never when that is 0. */
export type NodesOptions = Omit<RpcOptions, 'url'> & { urls: readonly string[]; aloneSeconds: number }

/** Opens no connection before the first use. Each node has its own request limit. */
export function openNodes({ urls, aloneSeconds, ...options }: NodesOptions): Nodes {
  const lines = urls.map((url) => ({ host: new URL(url).host, request: openRpc({ url, ...options }) }))
  return joinNodes(lines, aloneSeconds)
}

export function joinNodes(lines: readonly { host: string; request: Request }[], aloneSeconds: number): Nodes {
  const all = lines.map((line, index) => joinNode(index + 1, line))
  const order = nodeOrder(all)
  const several: Nodes['several'] = (read, enough = 1) => {
    // Where two have to say the same, one that others contradicted may be the second.
    const readable = enough > 1 ? order.ranked() : order.readable()
    const first = readable.slice(0, Math.max(readable.filter(isPrompt).length, atOnce(readable, enough)))
    const late = ({ health }: ChainNode) => health.kept()
    const wanted = Math.min(2, first.length)
    const rest = readable.slice(first.length)
    const isSlow = ({ health }: ChainNode) => health.slowness() > 0
    const ask = (node: ChainNode) =>
      named(
        node,
        readFrom(node, (client) => read(client, node)),
      )
    return together(first, { ask, enough, wanted, rest, late, isSlow })
  }
  const lone = () => {
    if (aloneSeconds === 0 || all.length === 1) return undefined
    const [left, ...others] = all.filter(({ health }) => health.awaySeconds() < aloneSeconds)
    return others.length === 0 && !left?.health.isForeign() ? left : undefined
  }
  return {
    all,
    working: order.working,
    client: oneClient(all, order.readable),
    ...agreement(all, { ...order, lone }),
    each: async (read) => {
      const outcomes = (await several(read)).map(({ outcome }) => outcome)
      const values = outcomes.flatMap((outcome) => (outcome?.status === 'fulfilled' ? [outcome.value] : []))
      if (values.length > 0) return values
      throw outcomes.find((outcome) => outcome?.status === 'rejected')?.reason ?? noneOfOurs(all)
    },
    several,
    lone,
    problems: () => {
      const believed = lone()
      const note = believed ? ` Until another one answers, ${believed.name} is believed alone.` : ''
      return all.flatMap(({ health }) => health.problem() ?? []).map((one) => ({ ...one, detail: one.detail + note }))
    },
  }
}

/** What a node's own answers tell against it is noted with it. */
async function named<T>({ health }: ChainNode, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof NodeLacksError) health.fail('lacks', error.message)
    throw error
  }
}

function joinNode(ordinal: number, { host, request }: { host: string; request: Request }) {
  const health = nodeHealth(ordinal, host)
  const watched: Request = async (...call) => {
    let fault: string | undefined
    const sentAt = performance.now()
    try {
      const answer = await request(...call)
      health.gave(call[0].method)
      // Its type depends on the method alone.
      return answer as never
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal) health.refused(call[0].method, refusal)
      fault = faultOf(error)
      if (error instanceof UnsoundAnswerError) health.fail('lacks', error.message)
      else if (fault) health.gaveNoAnswer(call[0].method, sentAt, fault)
      throw error
    } finally {
      if (!fault) health.answered(call[0].method, sentAt)
    }
  }
  return { name: `node ${ordinal} (${host})`, client: clientOf(watched), health }
}

/** A client whose every method asks one node, and the next one where that fails. */
function oneClient(all: readonly ChainNode[], inOrder: () => ChainNode[]): PublicClient {
  const [first, ...others] = all
  if (!first) throw new Error('there is no node')
  if (others.length === 0) return first.client
  return new Proxy(first.client, {
    get: (client, name) => {
      if (typeof Reflect.get(client, name) !== 'function') return Reflect.get(client, name)
      return (...args: unknown[]) => askOne(all, inOrder(), (node) => Reflect.get(node, name)(...args))
    },
  })
}

/** A refusal by the contract is an answer, which the next node would only repeat. */
async function askOne<T>(
  all: readonly ChainNode[],
  nodes: readonly ChainNode[],
  ask: (client: PublicClient) => Promise<T>,
): Promise<T> {
  const errors: unknown[] = []
  const found = await inTurn(nodes, {
    atFirst: 1,
    ask: (node) => readFrom(node, ask),
    late: ({ health }) => health.kept(),
    take: ({ health }, outcome) => {
      if (outcome.status === 'fulfilled') return { value: outcome.value }
      errors.push(outcome.reason)
      if (isUnreadable(outcome.reason)) health.fail('lacks', 'It answers with what cannot be read.')
      return revertOf(outcome.reason) && { error: outcome.reason }
    },
  })
  if (found && 'value' in found) return found.value as T
  throw found?.error ?? errors[0] ?? noneOfOurs(all)
}

/** With which words the node refused what another one may have; undefined for a limit and for the contract's own refusal. */
function refusalOf(error: unknown): string | undefined {
  const answer = rpcAnswer(error)
  return answer && !isAskedTooOften(error) && !revertOf(error) ? answer.details : undefined
}

/** Undefined where the node answered; some refuse long ranges of logs with a status of HTTP. */
function faultOf(error: unknown): string | undefined {
  if (isAskedTooOften(error) && rpcAnswer(error)) return 'It refuses because it is asked too often.'
  if (rpcAnswer(error) || error instanceof UnsoundAnswerError) return undefined
  if (!(error instanceof HttpRequestError)) return 'It does not answer.'
  if (error.walk((cause) => cause instanceof SyntaxError)) return 'It answers with what is not JSON.'
  if (error.status === undefined) return 'It does not answer.'
  return error.status === 400 || error.status === 413 ? undefined : `It answers with the status ${error.status}.`
}
