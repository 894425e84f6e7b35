import { z } from 'zod'
import { notificationKinds, notifiedEvents } from '../domain/notification.ts'
import { faultReasons } from '../domain/webhook-endpoint.ts'
import { defineEndpoint } from './endpoint.ts'
import { cursor, limit, page, stateList, timestamp, uuid } from './scalars.ts'

const tag = 'overview'
const access = 'session'

export const notification = z
  .strictObject({
    id: uuid.meta({ description: 'The id of the event that it is about.' }),
    kind: z.enum(notificationKinds),
    name: z.enum(notifiedEvents).meta({ example: 'job.settled' }),
    reason: z.enum(faultReasons).nullable().meta({
      description:
        'For `webhook_endpoint.disabled`: `GONE` after a 410 response, `FAILING` after five days of failures. Null for all others.',
    }),
    subject: z.strictObject({
      type: z.string().meta({ example: 'job' }),
      id: z.string().meta({ example: '7' }),
      title: z.string().nullable().meta({ description: 'The title of the job or draft, or the name of the agent.' }),
      agent_id: uuid
        .nullable()
        .meta({ description: 'The agent that the notification is about, also for a withdrawal.' }),
    }),
    at: timestamp,
    read_at: timestamp.nullable(),
  })
  .meta({ id: 'Notification' })

const unreadCount = z
  .strictObject({ unread: z.int().min(0).max(100).meta({ description: 'Counting stops at 100.' }) })
  .meta({ id: 'UnreadNotifications' })

export const listNotificationsEndpoint = defineEndpoint('listNotifications', {
  tag,
  summary: 'List notifications',
  description:
    'Lists events that you should know about, newest first. Each notification is stored together with its event.',
  access,
  scope: 'account:read',
  query: z.strictObject({
    limit,
    cursor,
    kind: stateList(notificationKinds),
    unread: z.enum(['true', 'false']).optional().meta({ description: '`true` returns only unread notifications.' }),
  }),
  reply: { status: 200, schema: page(notification, 'NotificationPage'), description: 'A page.' },
  failures: [],
})

export const countUnreadNotificationsEndpoint = defineEndpoint('countUnreadNotifications', {
  tag,
  summary: 'Count unread notifications',
  description: 'For a badge. The call is cheap: it costs one indexed count.',
  access,
  scope: 'account:read',
  reply: { status: 200, schema: unreadCount, description: 'The count.' },
  failures: [],
})

export const markNotificationsReadEndpoint = defineEndpoint('markNotificationsRead', {
  tag,
  summary: 'Mark notifications as read',
  description:
    'Marks the notifications with these ids, or all. Those that you have already read, or that are not yours, stay unchanged.',
  access,
  body: z
    .union([z.strictObject({ ids: z.array(uuid).min(1).max(100) }), z.strictObject({ all: z.literal(true) })])
    .meta({ id: 'NotificationsRead' }),
  reply: { status: 200, schema: unreadCount, description: 'The number of notifications that are still unread.' },
  failures: [],
})
