import { expect, test } from 'vitest'
import { pageOfNotification, titleOfNotification } from './notification-text.ts'

const id = '01935f6e-0000-7000-8000-000000000001'
const about = (type: string, agent_id: string | null = null) =>
  pageOfNotification({ type, id: type === 'job' ? '7' : id, agent_id })

test('a notification leads to the page of what it is about', () => {
  expect(about('job')).toBe('/client/jobs/7')
  expect(about('draft')).toBe(`/client/drafts/${id}`)
  expect(about('transaction')).toBe(`/client/transactions?open=${id}`)
  expect(about('agent', id)).toBe(`/agents/${id}`)
  expect(about('withdrawal', id)).toBe(`/agents/${id}`)
  expect(about('webhook_endpoint')).toBe(`/settings/webhooks/${id}`)
  expect(about('api_token')).toBe('/settings/tokens')
  for (const type of ['user', 'session']) expect(about(type)).toBe('/settings')
})

test('a disabled webhook endpoint names its cause alone, and no cause where none is known', () => {
  const title = (reason: 'GONE' | 'FAILING' | null) =>
    titleOfNotification({ name: 'webhook_endpoint.disabled', reason })
  expect(title('GONE')).toContain('410')
  expect(title('GONE')).not.toContain('five days')
  expect(title('FAILING')).toContain('five days')
  expect(title('FAILING')).not.toContain('410')
  expect(title(null)).toBe('Webhook endpoint disabled')
})

test('any other notification is titled after its event', () => {
  expect(titleOfNotification({ name: 'job.settled', reason: null })).toBe('Job settled and paid')
})
