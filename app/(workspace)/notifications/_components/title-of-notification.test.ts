import { expect, test } from 'vitest'
import { titleOfNotification } from './title-of-notification.ts'

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
