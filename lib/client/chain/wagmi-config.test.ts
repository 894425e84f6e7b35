import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { getBlockNumber } from 'wagmi/actions'
import type { ClientConfig } from '../config.ts'
import { createChainConfig } from './wagmi-config.ts'

test('a public node that asks for an hour of patience does not hold up the page', async () => {
  const node = createServer((_, response) => response.writeHead(429, { 'retry-after': '3600' }).end())
  await once(node.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void node.close())
  const { port } = node.address() as AddressInfo
  const chain = { id: 1337, name: 'local', rpcUrl: `http://127.0.0.1:${port}`, explorerUrl: null, confirmations: 1 }
  await expect(getBlockNumber(createChainConfig({ chain } as ClientConfig))).rejects.toThrow('429')
})
