import { z } from 'zod'
import { notificationKinds } from '../domain/notification.ts'
import { deliveryFaults, deliveryStates } from '../domain/webhook-delivery.ts'
import { disabledReasons } from '../domain/webhook-endpoint.ts'
import { change } from './changes.ts'
import { defineEndpoint } from './endpoint.ts'
import { action, cursor, limit, line, page, stateList, timestamp, uuid, versionInput } from './scalars.ts'

const tag = 'webhooks'
const access = 'session'
const params = z.strictObject({ endpoint_id: uuid })

const url = z.string().min(1).max(2_000).meta({
  description:
    'An https URL at a public host name, on port 443, 80, or 1024 and above, without user name and password.',
  example: 'https://example.org/webhooks',
})
const description = line(0, 200).meta({ example: 'Deploy bot' })
const events = z
  .union([z.literal('all'), z.array(z.enum(notificationKinds)).min(1).max(notificationKinds.length)])
  .meta({
    description:
      '`all`: every change of `GET /api/v1/changes/`. A list of kinds: only changes that create a notification of one of these kinds.',
    example: ['jobs', 'money'],
  })

export const webhookEndpoint = z
  .strictObject({
    id: uuid,
    url,
    description,
    events,
    enabled: z.boolean(),
    disabled_reason: z.enum(disabledReasons).nullable().meta({
      description:
        '`OWNER`: you disabled it. `GONE`: it answered with 410. `FAILING`: five days passed without a success.',
    }),
    failing_since: timestamp
      .nullable()
      .meta({ description: 'Since when attempts have failed; null if the last attempt succeeded.' }),
    previous_secret_until: timestamp.nullable().meta({
      description: 'Until when the secret before the last rotation is also used for signing; may be in the past.',
    }),
    version: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
    next_actions: z.array(action),
  })
  .meta({ id: 'WebhookEndpoint' })

const endpointWithSecret = z
  .strictObject({
    endpoint: webhookEndpoint,
    signing_secret: z.string().meta({
      description:
        '`whsec_` and the base64 of 32 bytes, which are the key of the signatures. It appears only in this response.',
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwAAAAAAAAAAA=',
    }),
  })
  .meta({ id: 'WebhookEndpointWithSecret' })

export const delivery = z
  .strictObject({
    id: uuid,
    change: change.meta({ description: 'The body that is sent. Its id is also the header `webhook-id`.' }),
    state: z.enum(deliveryStates).meta({ description: '`FAILED`: no attempts are left.' }),
    attempts: z.int(),
    last_attempt_at: timestamp.nullable(),
    next_attempt_at: timestamp.nullable().meta({
      description: 'Set while the delivery is `PENDING`. A disabled endpoint is called once it is enabled.',
    }),
    fault: z.enum(deliveryFaults).nullable().meta({
      description:
        '`ANSWER`: a status other than 2xx. `TIMEOUT`: no response in time. `UNREACHABLE`: no connection to a public address, or it was cut.',
    }),
    status_code: z.int().nullable(),
    duration_ms: z.int().nullable(),
    answer: z.string().nullable().meta({ description: 'The first kilobyte of the last response’s body.' }),
  })
  .meta({ id: 'WebhookDelivery' })

export const listWebhookEndpointsEndpoint = defineEndpoint('listWebhookEndpoints', {
  tag,
  summary: 'List your webhook endpoints',
  description: 'At most five, oldest first.',
  access,
  reply: {
    status: 200,
    schema: z.strictObject({ data: z.array(webhookEndpoint) }).meta({ id: 'WebhookEndpointList' }),
    description: 'The endpoints.',
  },
  failures: [],
})

export const createWebhookEndpointEndpoint = defineEndpoint('createWebhookEndpoint', {
  tag,
  summary: 'Create a webhook endpoint',
  description:
    'Your changes from now on are posted to the URL, signed according to Standard Webhooks, each at least once and in no guaranteed order. Requires a sign-in within the last 10 minutes. `docs/webhooks.md` shows how to verify them.',
  access,
  rate: 'pairing',
  versioned: 'create',
  holdsSecret: true,
  body: z
    .strictObject({ url, description: description.optional(), events: events.optional() })
    .meta({ id: 'NewWebhookEndpoint' }),
  effectSeenBy: 'listWebhookEndpoints',
  reply: { status: 201, schema: endpointWithSecret, description: 'The endpoint, and its secret.' },
  failures: ['recent_sign_in_required', 'state_conflict'],
})

export const getWebhookEndpointEndpoint = defineEndpoint('getWebhookEndpoint', {
  tag,
  summary: 'Read a webhook endpoint',
  description: 'The secret is not included.',
  access,
  versioned: 'read',
  params,
  reply: { status: 200, schema: webhookEndpoint, description: 'The endpoint.' },
  failures: ['not_found'],
})

export const updateWebhookEndpointEndpoint = defineEndpoint('updateWebhookEndpoint', {
  tag,
  summary: 'Change, disable or enable a webhook endpoint',
  description:
    'Fields that you omit stay unchanged. Nothing is queued for a disabled endpoint; deliveries that were already waiting are sent once it is enabled again. A change with an outdated `version` is refused. Changing the URL requires a sign-in within the last 10 minutes.',
  access,
  rate: 'pairing',
  versioned: 'write',
  params,
  body: z
    .strictObject({
      url: url.optional(),
      description: description.optional(),
      events: events.optional(),
      enabled: z.boolean().optional(),
      version: versionInput.optional(),
    })
    .meta({ id: 'WebhookEndpointChange' }),
  reply: { status: 200, schema: webhookEndpoint, description: 'The endpoint.' },
  failures: ['not_found', 'recent_sign_in_required', 'stale_version', 'precondition_failed'],
})

export const deleteWebhookEndpointEndpoint = defineEndpoint('deleteWebhookEndpoint', {
  tag,
  summary: 'Delete a webhook endpoint',
  description: 'Also deletes its secret and its deliveries, including those that were not sent.',
  access,
  params,
  reply: { status: 204, description: 'Deleted.' },
  failures: ['not_found'],
})

export const rotateWebhookSecretEndpoint = defineEndpoint('rotateWebhookSecret', {
  tag,
  summary: 'Rotate a webhook’s secret',
  description:
    'For 24 hours, deliveries are signed with both secrets, so that you can switch to the new one. A second rotation within this time ends the first secret at once. Requires a sign-in within the last 10 minutes.',
  access,
  holdsSecret: true,
  effectSeenBy: 'listWebhookEndpoints',
  params,
  reply: { status: 200, schema: endpointWithSecret, description: 'The endpoint, and its new secret.' },
  failures: ['not_found', 'recent_sign_in_required', 'stale_version', 'state_conflict'],
})

export const testWebhookEndpointEndpoint = defineEndpoint('testWebhookEndpoint', {
  tag,
  summary: 'Send a test event to a webhook endpoint',
  description: 'Sends an event `webhook_endpoint.tested` about the endpoint, regardless of its filter.',
  access,
  rate: 'pairing',
  params,
  reply: { status: 202, schema: delivery, description: 'The delivery, which is sent within seconds.' },
  failures: ['not_found', 'state_conflict'],
})

export const listWebhookDeliveriesEndpoint = defineEndpoint('listWebhookDeliveries', {
  tag,
  summary: 'List deliveries to a webhook endpoint',
  description: 'Lists the deliveries of the last 30 days, newest first, each with the outcome of its last attempt.',
  access,
  params,
  query: z.strictObject({ limit, cursor, state: stateList(deliveryStates) }),
  reply: { status: 200, schema: page(delivery, 'WebhookDeliveryPage'), description: 'A page.' },
  failures: ['not_found'],
})

export const retryWebhookDeliveryEndpoint = defineEndpoint('retryWebhookDelivery', {
  tag,
  summary: 'Send a delivery again',
  description: 'Sends the delivery now, even if it succeeded or was given up. The `webhook-id` stays the same.',
  access,
  rate: 'pairing',
  params: params.extend({ delivery_id: uuid }),
  reply: { status: 202, schema: delivery, description: 'The delivery, whose next attempt is made within seconds.' },
  failures: ['not_found', 'state_conflict'],
})
