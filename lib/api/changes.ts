import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { limit, timestamp, uuid } from './scalars.ts'

export const change = z
  .strictObject({
    id: uuid,
    name: z.string().meta({ example: 'job.settled', description: 'New names may be added.' }),
    subject: z.strictObject({ type: z.string().meta({ example: 'job' }), id: z.string().meta({ example: '7' }) }),
    at: timestamp,
  })
  .meta({
    id: 'Change',
    description: 'A notice that something of yours changed. Read the object for its current state.',
  })

const changeList = z
  .strictObject({
    data: z.array(change),
    has_more: z.boolean().meta({ description: 'If true, send the last id of `data` as `after` to get more.' }),
  })
  .meta({ id: 'ChangeList' })

export const listChangesEndpoint = defineEndpoint('listChanges', {
  tag: 'overview',
  summary: 'Follow your changes',
  description:
    'Lists what happened to anything of yours within the last day, in the order in which it was recorded. If you request `text/event-stream`, the response stays open: each change is an event `change` with its id and JSON, sent within about a second of being recorded. After a pause, `Last-Event-ID` resumes where you stopped; an event `missed` means that you must read everything again. Each change arrives at least once. A comment is sent after 15 s without a change. The stream ends with its session, which can open eight streams at the same time.',
  access: 'session',
  scope: 'account:read',
  query: z.strictObject({
    limit,
    after: uuid.optional().meta({ description: 'The id of the last change that you received.' }),
  }),
  reply: {
    status: 200,
    schema: z.union([changeList, z.instanceof(ReadableStream)]),
    description: 'A list, or the stream.',
    stream: {
      type: 'text/event-stream',
      description: 'Events of type `change`, each with a `Change` as its data.',
      json: changeList,
    },
  },
  failures: ['not_found', 'rate_limited'],
})
