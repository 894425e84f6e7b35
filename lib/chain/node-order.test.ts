import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ChainNode } from './chain-nodes.ts'
import { nodeHealth } from './node-health.ts'
import { nodeOrder } from './node-order.ts'

test('of nodes that kept a caller waiting, the one that did so last is asked last', async () => {
  const all = [1, 2, 3].map((ordinal) => ({ name: `${ordinal}`, health: nodeHealth(ordinal, 'host') }) as ChainNode)
  const order = nodeOrder(all)
  const names = () => order.ranked().map(({ name }) => name)
  for (const one of [0, 1, 2, 0]) {
    all[one]?.health.kept()
    await wait(5)
  }
  expect(names()).toEqual(['2', '3', '1'])
})
