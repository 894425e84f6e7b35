import { z } from 'zod'
import { mailFaults } from '../domain/mail.ts'
import { notificationKinds, notifiedEvents } from '../domain/notification.ts'
import { defineEndpoint } from './endpoint.ts'
import { timestamp } from './scalars.ts'

const tag = 'overview'
const access = 'session'

const name = z.enum(notifiedEvents).meta({ example: 'job.settled' })

const choice = z
  .strictObject({
    name,
    kind: z.enum(notificationKinds),
    inbox: z.boolean(),
    email: z.boolean(),
    inbox_fixed: z.boolean().meta({ description: 'Security always shows in the inbox.' }),
    email_fixed: z.boolean().meta({ description: 'What tells the address before that it was replaced.' }),
  })
  .meta({ id: 'NotificationChoice' })

const email = z
  .strictObject({
    available: z.boolean().meta({ description: 'Whether this deployment sends e-mails.' }),
    address: z.string().nullable().meta({ example: 'ada@example.org', description: 'The confirmed address.' }),
    pending: z
      .strictObject({ address: z.string(), expires_at: timestamp })
      .nullable()
      .meta({ description: 'An address whose link was not opened yet.' }),
    failure: z
      .strictObject({
        address: z.string(),
        at: timestamp,
        fault: z.enum(mailFaults),
        answer: z.string().nullable().meta({ description: 'What the mail server said.' }),
      })
      .nullable()
      .meta({ description: 'Why the last e-mail was given up; null once one was sent.' }),
    mailbox_url: z
      .string()
      .nullable()
      .meta({ example: 'http://localhost:3013', description: 'Of a local stack: where its e-mails can be read.' }),
  })
  .meta({ id: 'NotificationEmail' })

export const settings = z.strictObject({ choices: z.array(choice), email }).meta({ id: 'NotificationSettings' })
const reply = { status: 200, schema: settings, description: 'The settings.' } as const

export const getNotificationSettingsEndpoint = defineEndpoint('getNotificationSettings', {
  tag,
  summary: 'Read your notification settings',
  description: 'For each notification, whether it shows in the inbox and goes by e-mail; and where e-mails go.',
  access,
  reply,
  failures: [],
})

export const updateNotificationSettingsEndpoint = defineEndpoint('updateNotificationSettings', {
  tag,
  summary: 'Choose where notifications go',
  description:
    'What is left out stays. It holds for what happens from then on, and e-mails that still wait are dropped. What is off in the inbox is in no list and no count. Fixed choices are refused.',
  access,
  body: z
    .strictObject({
      changes: z
        .array(z.strictObject({ name, inbox: z.boolean().optional(), email: z.boolean().optional() }))
        .min(1)
        .max(notifiedEvents.length),
    })
    .meta({ id: 'NotificationSettingsChange' }),
  reply,
  failures: [],
})

export const setMailAddressEndpoint = defineEndpoint('setMailAddress', {
  tag,
  summary: 'Set the address of your e-mails',
  description:
    'We send a link to it, which can be opened once within 24 hours; the address of before is used until then, and gets an e-mail about the change. Needs a sign-in of the last 10 minutes. Five links a day, three for one address.',
  access,
  rate: 'pairing',
  body: z
    .strictObject({ address: z.email().max(254).meta({ example: 'ada@example.org' }) })
    .meta({ id: 'NewMailAddress' }),
  reply,
  failures: ['recent_sign_in_required', 'state_conflict', 'rate_limited'],
})

export const removeMailAddressEndpoint = defineEndpoint('removeMailAddress', {
  tag,
  summary: 'Remove the address of your e-mails',
  description: 'Also a link that was not opened. One last e-mail says so. Needs a sign-in of the last 10 minutes.',
  access,
  rate: 'pairing',
  reply,
  failures: ['recent_sign_in_required'],
})

export const confirmMailAddressEndpoint = defineEndpoint('confirmMailAddress', {
  tag,
  summary: 'Confirm the address of your e-mails',
  description: 'With the token of the link that was sent to it, by the person who asked for it.',
  access,
  rate: 'pairing',
  body: z.strictObject({ token: z.string().min(1).max(100) }).meta({ id: 'MailConfirmation' }),
  reply,
  failures: ['not_found'],
})
