import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { limit, timestamp, uuid } from './scalars.ts'

export const change = z
  .strictObject({
    id: uuid,
    name: z.string().meta({ example: 'job.settled', description: 'New names may come.' }),
    subject: z.strictObject({ type: z.string().meta({ example: 'job' }), id: z.string().meta({ example: '7' }) }),
    at: timestamp,
  })
  .meta({ id: 'Change', description: 'That something of yours changed; read it to learn what it is now.' })

const changeList = z
  .strictObject({
    data: z.array(change),
    has_more: z.boolean().meta({ description: 'Ask again after the last id of `data`.' }),
  })
  .meta({ id: 'ChangeList' })

export const listChangesEndpoint = defineEndpoint('listChanges', {
  tag: 'overview',
  summary: 'Follow your changes',
  description:
    'What happened to anything of yours within a day, in the order in which it was recorded. Asked for as `text/event-stream`, the answer stays open: each change is an event `change` with the id and the JSON of one, within about a second of its record. After a pause, `Last-Event-ID` continues where you were; an event `missed` says to read everything again. Each change comes at least once. A comment comes every 15 s; the stream ends with its session, which may follow eight times at once.',
  access: 'session',
  scope: 'account:read',
  query: z.strictObject({
    limit,
    after: uuid.optional().meta({ description: 'The id of the last change that you know.' }),
  }),
  reply: {
    status: 200,
    schema: z.union([changeList, z.instanceof(ReadableStream)]),
    description: 'A list, or the stream.',
    stream: {
      type: 'text/event-stream',
      description: 'Events `change`, each with a `Change` as its data.',
      json: changeList,
    },
  },
  failures: ['not_found', 'rate_limited'],
})
