import { numberToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, fundedJob, index, openIssue, readyClient } from '#test/journey.ts'
import { type Service, startService } from '#test/service.ts'
import { checkFuel } from './check-fuel.ts'

let service: Service
let clara: Client
beforeAll(async () => {
  service = await startService({ blockTimeSeconds: 3_600 })
  clara = await readyClient(service)
})
afterAll(() => service.stop())

const dispatcher = () => service.context().operators.dispatcher
const setBalance = (units: bigint) =>
  service.node.request({
    method: 'anvil_setBalance' as never,
    params: [dispatcher().address, numberToHex(units)] as never,
  })
const check = () => checkFuel(service.context(), 'dispatcher')

test('the alarm about a key follows fees and open jobs', async () => {
  await service.node.mine({ blocks: 1 })
  const { price } = await dispatcher().fuel()
  const reserve = 20n * 1_200_000n
  await setBalance(reserve * price)
  expect(await check()).toBeUndefined()
  await setBalance(reserve * price - 1n)
  expect(await check()).toMatchObject({ balance: reserve * price - 1n, needed: reserve * price, openJobs: 0n })

  await fundedJob(clara, await openIssue(service))
  await index(service)
  const { price: then } = await dispatcher().fuel()
  const forOne = reserve + 3_200_000n
  await setBalance(forOne * then)
  expect(await check()).toBeUndefined()
  await setBalance(forOne * then - 1n)
  expect(await check()).toMatchObject({ openJobs: 1n, needed: forOne * then })

  await setBalance(forOne * then)
  await service.node.setNextBlockBaseFeePerGas({ baseFeePerGas: then * 4n })
  await service.node.mine({ blocks: 1 })
  const dear = await check()
  expect(dear?.price).toBeGreaterThan(then * 3n)
  expect(dear?.needed).toBe(forOne * (dear?.price ?? 0n))
})
