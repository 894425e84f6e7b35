import { expect, test } from 'vitest'
import { pageOfNotification } from './page-of-notification.ts'

const id = '01935f6e-0000-7000-8000-000000000001'
const about = (type: string, agent_id: string | null = null) =>
  pageOfNotification({ subject: { type, id: type === 'job' ? '7' : id, title: null, agent_id } })

test('a notification leads to the page of what it is about', () => {
  expect(about('job')).toBe('/client/jobs/7')
  expect(about('draft')).toBe(`/client/drafts/${id}`)
  expect(about('transaction')).toBe(`/client/transactions?open=${id}`)
  expect(about('agent', id)).toBe(`/agents/${id}`)
  expect(about('withdrawal', id)).toBe(`/agents/${id}`)
  expect(about('webhook_endpoint')).toBe(`/settings/webhooks/${id}`)
  for (const type of ['user', 'session']) expect(about(type)).toBe('/settings')
})
