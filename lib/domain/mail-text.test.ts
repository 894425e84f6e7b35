import { expect, test } from 'vitest'
import { writeNotificationMail } from './mail-text.ts'

const origin = 'https://jobwright.example'
const item = {
  title: 'Job settled and paid',
  about: 'Round <b>corners</b>',
  at: new Date(0),
  url: `${origin}/client/jobs/7`,
}
const write = (items: readonly (typeof item)[], unsubscribeUrl: string | null = `${origin}/off`) =>
  writeNotificationMail({ items, origin, unsubscribeUrl })

test('a title of a stranger is neither markup nor a second line, and is cut', () => {
  const { subject, html } = write([{ ...item, about: `<script>\r\nBcc: eve@example.org ${'long '.repeat(50)}` }])
  expect(subject).not.toMatch(/[\r\n]/)
  expect(subject.length).toBeLessThan(130)
  expect(html).not.toContain('<script>')
})

test('text and HTML have the same words and absolute links', () => {
  const { text, html } = write([item, item])
  for (const words of [
    '2 things happened',
    'Job settled and paid',
    '1970-01-01 00:00 UTC',
    'Turn off e-mails of these kinds',
  ])
    expect([text.includes(words), html.includes(words)]).toEqual([true, true])
  for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^https:\/\//)
})

test('twenty notifications are named and the others counted, and what cannot be turned off has no link for it', () => {
  const { text } = write(Array.from({ length: 23 }, () => item))
  expect(text.match(/Job settled and paid/g)).toHaveLength(20)
  expect(text).toContain('3 more on the Notifications page')
  expect(write([item], null).text).not.toContain('Turn off')
})
