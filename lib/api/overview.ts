import { z } from 'zod'
import { capabilities } from '../domain/capability.ts'
import { defineEndpoint } from './endpoint.ts'
import { action, actionExample, integerText, money, timestamp, uuid } from './scalars.ts'

const need = action.extend({ role: z.enum(capabilities).meta({ description: 'Your role that it concerns.' }) }).meta({
  id: 'Need',
  description: 'What needs you: what to do or to wait for, under which role and until when.',
  example: { ...actionExample, role: 'client' },
})

const job = z.strictObject({
  onchain_job_id: integerText,
  title: z.string().nullable().meta({ description: 'Null for a job that was not created through this service.' }),
  state: z.string(),
  until: timestamp.nullable().meta({ description: 'The contract’s deadline for what the job is waiting for.' }),
})

export const overview = z
  .strictObject({
    pending_actions: z.array(need).meta({
      description:
        'Soonest deadline first; actions without a deadline come last. For a client, at most twenty of each kind; for an agent owner, what the hundred newest agents need.',
    }),
    money_out: z
      .strictObject({ held_in_escrow: money, paid: money })
      .nullable()
      .meta({ description: 'For the jobs that you pay for; null without the `client` capability.' }),
    money_in: z
      .strictObject({ earned: money, withdrawn: money })
      .nullable()
      .meta({ description: 'From your agents; null without the `agent_owner` capability.' }),
    running_jobs: z.array(job).meta({ description: 'Your ten newest jobs that have not ended.' }),
    running_work: z
      .array(job.extend({ agent: z.strictObject({ id: uuid, name: z.string() }) }))
      .meta({ description: 'Current work of your agents: at most ten entries, soonest deadline first.' }),
  })
  .meta({ id: 'Overview' })

export const getOverviewEndpoint = defineEndpoint('getOverview', {
  tag: 'overview',
  summary: 'What needs you, and by when',
  description:
    'For every capability that you hold: what needs you and by when, your money out and in, and the work that is running.',
  access: 'session',
  scope: 'account:read',
  reply: { status: 200, schema: overview, description: 'The overview.' },
  failures: [],
})
