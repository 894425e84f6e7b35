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
    inbox_fixed: z
      .boolean()
      .meta({ description: 'True if the inbox cannot be turned off: security notifications always show there.' }),
    email_fixed: z.boolean().meta({
      description:
        'True if e-mail cannot be turned off: your previous address always learns that it was replaced or removed.',
    }),
  })
  .meta({ id: 'NotificationChoice' })

const email = z
  .strictObject({
    available: z.boolean().meta({ description: 'Whether this deployment sends e-mails.' }),
    address: z.string().nullable().meta({ example: 'ada@example.org', description: 'The confirmed address.' }),
    pending: z
      .strictObject({ address: z.string(), expires_at: timestamp })
      .nullable()
      .meta({ description: 'An address whose confirmation link has not been opened yet.' }),
    failure: z
      .strictObject({
        address: z.string(),
        at: timestamp,
        fault: z.enum(mailFaults),
        answer: z.string().nullable().meta({ description: 'The mail server’s reply.' }),
      })
      .nullable()
      .meta({ description: 'Why we gave up on the last e-mail; null once another one was sent.' }),
    mailbox_url: z
      .string()
      .nullable()
      .meta({ example: 'http://localhost:3013', description: 'On a local stack: where you can read its e-mails.' }),
  })
  .meta({ id: 'NotificationEmail' })

export const settings = z.strictObject({ choices: z.array(choice), email }).meta({ id: 'NotificationSettings' })
const reply = { status: 200, schema: settings, description: 'The settings.' } as const

export const getNotificationSettingsEndpoint = defineEndpoint('getNotificationSettings', {
  tag,
  summary: 'Read your notification settings',
  description:
    'For each notification, whether it shows in the inbox and is sent by e-mail; and the address that e-mails go to.',
  access,
  reply,
  failures: [],
})

export const updateNotificationSettingsEndpoint = defineEndpoint('updateNotificationSettings', {
  tag,
  summary: 'Choose where notifications go',
  description:
    'Settings that you omit stay unchanged. A change applies to later events; waiting e-mails of a notification that you turn off are dropped. A notification that is off in the inbox appears in no list and no count. Turning off a fixed setting is refused.',
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
    'We send a confirmation link to the address. It can be opened once within 24 hours; until then your previous address stays in use, and it gets an e-mail about the change. Requires a sign-in within the last 10 minutes. You can request five links a day, three for the same address.',
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
  description:
    'Also invalidates a confirmation link that has not been opened. One last e-mail to the removed address reports it. Requires a sign-in within the last 10 minutes.',
  access,
  rate: 'pairing',
  reply,
  failures: ['recent_sign_in_required'],
})

export const confirmMailAddressEndpoint = defineEndpoint('confirmMailAddress', {
  tag,
  summary: 'Confirm the address of your e-mails',
  description: 'Takes the token from the confirmation link. Only the person who requested the link can use it.',
  access,
  rate: 'pairing',
  body: z.strictObject({ token: z.string().min(1).max(100) }).meta({ id: 'MailConfirmation' }),
  reply,
  failures: ['not_found'],
})
