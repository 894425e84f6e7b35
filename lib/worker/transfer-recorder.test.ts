import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, fundedJob, index, openIssue, readyClient } from '#test/journey.ts'
import { type Service, startService } from '#test/service.ts'
import { transferRecorder } from './transfer-recorder.ts'

let service: Service
let clara: Client
beforeAll(async () => {
  service = await startService()
  clara = await readyClient(service)
})
afterAll(() => service.stop())

const paid = async () => {
  const { data } = await clara.person.call('listLedger')
  return data.find(({ kind }) => kind === 'funding')?.money_out?.amount
}

test('a statement shows a funding as soon as its event had effect, and transfers are not read each time', async () => {
  const record = transferRecorder(service.services, () => service.context())
  await index(service)
  await record()
  await fundedJob(clara, await openIssue(service))
  await index(service)
  expect(Number(await paid())).not.toBeGreaterThan(0)
  await record()
  expect(Number(await paid())).toBeGreaterThan(0)
  const marks = () => service.sql`select address, through_block from transfer_marks order by address`
  const known = await marks()
  await service.node.mine({ blocks: 1 })
  await index(service)
  await record()
  expect(await marks()).toEqual(known)
})
