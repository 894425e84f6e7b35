import { viewUpTo } from '#tools/chain-weather/node-view.ts'
import type { RpcCall } from '#tools/chain-weather/node-wire.ts'
import type { Service } from './service.ts'

/** The service reaches a node alone that has no block above `top`; until its wire is mended. */
export function lagBehind({ chain, wires }: Service, top: bigint): void {
  const view = viewUpTo(() => top)
  const ask = async ({ method, params }: RpcCall) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    return (await fetch(chain.rpcUrl, { method: 'POST', headers, body })).json()
  }
  wires.chain.rewrite = async ({ body }) => {
    const { id, method, params = [] } = JSON.parse(body)
    return JSON.stringify({ ...(await view({ method, params }, ask)), jsonrpc: '2.0', id })
  }
}
