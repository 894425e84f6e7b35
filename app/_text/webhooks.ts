import type { DeliveryFault } from '#lib/domain/webhook-delivery.ts'
import type { DisabledReason } from '#lib/domain/webhook-endpoint.ts'

export const webhooksText = {
  title: 'Webhooks',
  text: 'We post your changes to your own server, signed with a secret.',
  back: 'Settings',
  section: 'Webhooks',
  sectionText: 'Have your changes posted to your own server.',
  manage: 'Manage webhooks',
  endpoints: 'Endpoints',
  add: 'Add endpoint',
  most: (max: number) => `You have the maximum of ${max} endpoints. Delete one to add another.`,
  emptyTitle: 'No endpoints yet',
  empty: 'Add the URL of your server. We post each change to your jobs, money and agents there.',
  guide: 'We sign requests as Standard Webhooks describes, so its libraries can verify them.',
  verify: 'How to verify signatures',
  docs: 'API documentation',
  undescribed: 'No description',
  everything: 'All changes',
  enabled: 'Enabled',
  disabled: 'Disabled',
  failing: 'Failing',
} as const

export const endpointFormText = {
  create: { title: 'Add a webhook endpoint', submit: 'Add endpoint' },
  edit: { title: 'Edit this endpoint', submit: 'Save', done: 'The endpoint was changed.' },
  url: 'URL',
  urlHint: 'https, at a public host name.',
  description: 'Description',
  descriptionHint: 'Optional. Only you see it.',
  events: 'Changes to send',
  scopes: {
    all: { label: 'All changes', text: 'Every step, such as an edited draft.' },
    kinds: { label: 'Notifications only', text: 'What you are notified of: outcomes, payments and what needs you.' },
  },
  whichKinds: 'Kinds',
  errors: { url: 'Enter a URL such as https://example.org/webhooks', kinds: 'Choose at least one kind' },
} as const

export const webhookSecretText = {
  title: 'Copy the signing secret',
  text: 'Your server checks signatures with it. We show it only now; rotate it if you lose it.',
  label: 'Signing secret',
  done: 'I have copied it',
} as const

export const endpointText = {
  back: 'Webhooks',
  details: 'Endpoint',
  url: 'URL',
  events: 'Changes',
  secret: 'Secret',
  sealed: 'Stored encrypted; shown at creation and rotation only',
  previousUntil: 'Previous secret also signs until',
  created: 'Created',
  failing: {
    title: 'Deliveries are failing',
    text: 'No attempt has succeeded since the time below. After five days we disable the endpoint.',
    since: 'Since',
  },
  disabled: {
    OWNER: 'You disabled this endpoint. Nothing is sent to it.',
    GONE: 'Your server answered 410, so we stopped. Enable it once the server accepts webhooks again.',
    FAILING: 'Nothing succeeded for five days, so we stopped. Enable it once the server works.',
  } satisfies Record<DisabledReason, string>,
  test: { button: 'Send test event', done: 'The test event is on its way.' },
  edit: 'Edit',
  enable: { button: 'Enable', done: 'The endpoint is enabled.' },
  disable: {
    button: 'Disable',
    title: 'Disable this endpoint?',
    text: 'Changes while it’s disabled are never sent. Deliveries waiting now are sent once you enable it.',
    confirm: 'Disable',
    done: 'The endpoint is disabled.',
  },
  rotate: {
    button: 'Rotate secret',
    title: 'Rotate the signing secret?',
    text: 'Both secrets sign for 24 hours. If the old one leaked, rotate twice: the second rotation ends it at once.',
    confirm: 'Rotate secret',
  },
  remove: {
    button: 'Delete',
    title: 'Delete this endpoint?',
    text: 'This deletes its secret and deliveries, including those not sent yet.',
    confirm: 'Delete endpoint',
    done: 'The endpoint is deleted.',
  },
} as const

export const deliveriesText = {
  title: 'Deliveries',
  text: 'The last 30 days, newest first.',
  filters: 'Filter deliveries',
  all: 'All',
  states: { PENDING: 'Waiting', DELIVERED: 'Delivered', FAILED: 'Failed' },
  retrying: 'Retrying',
  emptyTitle: 'No deliveries yet',
  empty: 'Send a test event, or wait for the next change.',
  noneTitle: 'Nothing here',
  none: 'No delivery is in this state.',
  details: 'Details',
  detailsOf: (name: string) => `Details: ${name}`,
  attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
  next: 'next attempt',
  last: 'Last attempt',
  duration: 'Duration',
  result: 'Result',
  status: (code: number) => `Status ${code}`,
  faults: {
    ANSWER: 'Your server didn’t respond with 2xx',
    TIMEOUT: 'No response within 10 s',
    UNREACHABLE: 'We couldn’t connect to a public address, or the connection broke',
  } satisfies Record<DeliveryFault, string>,
  notTried: 'Not tried yet',
  id: 'Webhook id',
  request: 'Request body',
  answer: 'Response, first kilobyte',
  noAnswer: 'The response had no body.',
  again: { button: 'Send again', done: 'We’re sending it again.' },
} as const
