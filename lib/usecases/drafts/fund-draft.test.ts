import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '../../../tools/test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
  await service.runWorker()
})
afterAll(() => service.stop())

test('a signed-in person has no capability until one is added', async () => {
  const clara = service.person('clara')
  await clara.signIn()
  expect(await clara.call('getMe')).toMatchObject({ capabilities: [], workspace: 'onboarding' })
  await clara.call('becomeClient')
  expect(await clara.call('getMe')).toMatchObject({ capabilities: ['client'], workspace: 'client' })
})
