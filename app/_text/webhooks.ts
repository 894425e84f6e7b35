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
  most: (max: number) => `You have ${max} endpoints, which is the most. Delete one to add another.`,
  emptyTitle: 'No endpoints yet',
  empty: 'Add the URL of your server. We post each change of your jobs, money and agents to it.',
  guide: 'Requests are signed as Standard Webhooks describes, so its libraries verify them.',
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
  errors: { url: 'Enter a URL such as https://example.org/webhooks', kinds: 'Choose one kind at least' },
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
    title: 'Deliveries fail',
    text: 'No attempt has succeeded since the time below. After five days we disable the endpoint.',
    since: 'Since',
  },
  disabled: {
    OWNER: 'You disabled this endpoint. Nothing is sent to it.',
    GONE: 'Your server answered 410, so we stopped. Enable it once the server takes webhooks again.',
    FAILING: 'Nothing succeeded for five days, so we stopped. Enable it once the server works.',
  } satisfies Record<DisabledReason, string>,
  test: { button: 'Send test event', done: 'The test event is on its way.' },
  edit: 'Edit',
  enable: { button: 'Enable', done: 'The endpoint is enabled.' },
  disable: {
    button: 'Disable',
    title: 'Disable this endpoint?',
    text: 'Changes that happen meanwhile are not sent later. What waits now is sent once you enable it.',
    confirm: 'Disable',
    done: 'The endpoint is disabled.',
  },
  rotate: {
    button: 'Rotate secret',
    title: 'Rotate the signing secret?',
    text: 'Both secrets sign for 24 hours. If the old one leaked, rotate twice: the first ends at once.',
    confirm: 'Rotate secret',
  },
  remove: {
    button: 'Delete',
    title: 'Delete this endpoint?',
    text: 'Its secret and its deliveries are deleted, also those that were not sent yet.',
    confirm: 'Delete endpoint',
    done: 'The endpoint is deleted.',
  },
} as const

export const deliveriesText = {
  title: 'Deliveries',
  text: 'The last 30 days, newest first.',
  filters: 'Which deliveries',
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
    ANSWER: 'Your server did not answer 2xx',
    TIMEOUT: 'No answer within 10 s',
    UNREACHABLE: 'No connection to a public address, or it was cut',
  } satisfies Record<DeliveryFault, string>,
  notTried: 'Not tried yet',
  id: 'Webhook id',
  request: 'Request body',
  answer: 'Answer, first kilobyte',
  noAnswer: 'The answer had no body.',
  again: { button: 'Send again', done: 'It is sent again now.' },
} as const
