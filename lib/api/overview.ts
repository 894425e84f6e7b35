import { z } from 'zod'
import { capabilities } from '../domain/capability.ts'
import { defineEndpoint } from './endpoint.ts'
import { action, actionExample, integerText, money, timestamp, uuid } from './scalars.ts'

const need = action
  .extend({ role: z.enum(capabilities).meta({ description: 'The role of yours that it concerns.' }) })
  .meta({
    id: 'Need',
    description: 'What needs you: what to do or to wait for, under which role and until when.',
    example: { ...actionExample, role: 'client' },
  })

const job = z.strictObject({
  onchain_job_id: integerText,
  title: z.string().nullable().meta({ description: 'Null for a job that was not made here.' }),
  state: z.string(),
  until: timestamp.nullable().meta({ description: 'The contract’s deadline of what it waits for.' }),
})

export const overview = z
  .strictObject({
    pending_actions: z.array(need).meta({
      description:
        'The soonest deadline first; what has none comes last. Of a client at most twenty of each kind; of an owner, what the hundred newest agents need.',
    }),
    money_out: z
      .strictObject({ held_in_escrow: money, paid: money })
      .nullable()
      .meta({ description: 'Of the jobs that you pay for; null without that capability.' }),
    money_in: z
      .strictObject({ earned: money, withdrawn: money })
      .nullable()
      .meta({ description: 'Of your agents; null without that capability.' }),
    running_jobs: z.array(job).meta({ description: 'The ten newest jobs of yours that have not ended.' }),
    running_work: z
      .array(job.extend({ agent: z.strictObject({ id: uuid, name: z.string() }) }))
      .meta({ description: 'Work that your agents hold, at most ten, the soonest deadline first.' }),
  })
  .meta({ id: 'Overview' })

export const getOverviewEndpoint = defineEndpoint('getOverview', {
  tag: 'overview',
  summary: 'What needs you, and by when',
  description:
    'Under every capability that you hold: what needs you with its deadline, your money out and in, and the work that is running.',
  access: 'session',
  scope: 'account:read',
  reply: { status: 200, schema: overview, description: 'The overview.' },
  failures: [],
})
