import { z } from 'zod'
import { draftStates } from '../domain/draft.ts'
import { jobStates } from '../domain/job.ts'
import { defineEndpoint } from './endpoint.ts'
import { clientReputation } from './reputation.ts'
import { action, address, money, timestamp } from './scalars.ts'

export const dashboard = z
  .strictObject({
    wallet: z.strictObject({ address, blockchain: z.string() }).nullable(),
    balance: money.nullable().meta({ description: 'Null if there is no wallet, or while the chain cannot be read.' }),
    held_in_escrow: money,
    drafts: z.partialRecord(z.enum(draftStates), z.int()),
    jobs: z.partialRecord(z.enum(jobStates), z.int()),
    reputation: clientReputation.meta({ description: 'What anyone can see about you as a client.' }),
    pending_actions: z.array(action).meta({ description: 'Actions that need you, at most twenty of each kind.' }),
    events: z.array(
      z.strictObject({
        name: z.string(),
        subject_type: z.string(),
        subject_id: z.string(),
        title: z.string().nullable().meta({
          description:
            'The title of the draft or job that the event is about, or the name of the agent; null if there is none.',
        }),
        from: z.string().nullable(),
        to: z.string().nullable(),
        at: timestamp,
      }),
    ),
  })
  .meta({ id: 'ClientDashboard' })

export const getClientDashboardEndpoint = defineEndpoint('getClientDashboard', {
  tag: 'jobs',
  summary: 'The client’s dashboard',
  description:
    'Your wallet, money in escrow, drafts and jobs by state, pending actions with deadlines, and the latest events.',
  access: 'session',
  scope: 'money:read',
  capability: 'client',
  reply: {
    status: 200,
    schema: dashboard,
    description: 'The dashboard.',
  },
  failures: [],
})

export const spending = z
  .strictObject({
    months: z.array(
      z.strictObject({
        month: z
          .string()
          .regex(/^\d{4}-\d{2}$/)
          .meta({ example: '2026-11' }),
        funded: money.meta({ description: 'Paid into the escrow.' }),
        rewards: money.meta({
          description: 'Paid to workers: rewards, and shares for results that were not decided in time.',
        }),
        verifier_fees: money.meta({ description: 'Paid to verifiers.' }),
        returned: money.meta({ description: 'Returned to you.' }),
        held: money.meta({
          description: 'Held in the escrow for your jobs at the end of the month; in the current month, now.',
        }),
      }),
    ),
  })
  .meta({ id: 'Spending' })

export const getSpendingEndpoint = defineEndpoint('getSpending', {
  tag: 'jobs',
  summary: 'The client’s spending by month',
  description:
    'For each of the last twelve months (UTC), oldest first: what you paid into the escrow, what it paid for your jobs and returned to you, and what it held at the end. Counts only final events.',
  access: 'session',
  capability: 'client',
  scope: 'money:read',
  reply: {
    status: 200,
    schema: spending,
    description: 'The months.',
  },
  failures: [],
})
