import { expect, test } from 'vitest'
import { countRecentCalls } from '../metrics/recent-calls.ts'
import { providerLog } from './provider-log.ts'

test('a provider that fails is logged once, and again when it answers', () => {
  const logged: string[] = []
  const write = (level: string) => (facts: object, text: string) => {
    logged.push(`${level} ${text}: ${'provider' in facts && facts.provider}`)
  }
  const note = providerLog({ error: write('error'), info: write('info') } as never)
  const [wallets, host] = [countRecentCalls(), countRecentCalls()]
  const call = (isFailure: boolean) => {
    wallets.count(isFailure)
    host.count(false)
    note({ wallet_provider: wallets.read(), repository_host: host.read() })
  }
  for (let time = 0; time < 10; time += 1) call(true)
  expect(logged).toEqual(['error a provider fails: wallet_provider'])
  for (let time = 0; time < 10; time += 1) call(false)
  expect(logged.slice(1)).toEqual(['info a provider answers again: wallet_provider'])
})
