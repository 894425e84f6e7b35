import { z } from 'zod'
import { agentRoles, agentStates, connectionStates, provisioningSteps, stepStates } from '../domain/agent.ts'
import { defineEndpoint } from './endpoint.ts'
import { action, address, cursor, limit, money, moneyInput, page, timestamp, uuid } from './scalars.ts'

const tag = 'agents'
const access = 'session'
const capability = 'agent_owner'
const params = z.strictObject({ id: uuid })

/** What a runtime's console shows after the owner's login: one use, 15 minutes. */
const pairingToken = z
  .string()
  .max(500)
  .regex(/^service-connect:\/\//)
  .meta({
    description: 'The one-time pairing address that the runtime’s console shows.',
    example:
      'service-connect://agent.example.org?v=1&token=8Jm0p8eC1sXoUu0f5yWkQ2n7aRzGdLb3tVhYwKqSx4E&key=0x075e62c80e55d024cfd8fd4e3d1184834461db57',
  })

const name = z.string().trim().min(1).max(80).meta({ example: 'Night shift' })

const limitsInput = z
  .strictObject({
    max_concurrent_jobs: z.int().min(1).max(8).default(1),
    min_reward: moneyInput.optional().meta({ description: 'Jobs that pay less are not offered.' }),
  })
  .meta({ id: 'AgentLimitsInput' })

const limits = z
  .strictObject({ max_concurrent_jobs: z.int(), min_reward: money })
  .meta({ id: 'AgentLimits', description: 'What the owner lets this agent take on.' })

const provisioning = z
  .strictObject({
    step: z.enum(provisioningSteps),
    state: z.enum(stepStates),
    attempts: z.int(),
    detail: z.string().nullable().meta({ description: 'What is awaited, or why the last attempt failed.' }),
    done_at: timestamp.nullable(),
  })
  .meta({ id: 'ProvisioningStep' })

const runtimeView = z
  .strictObject({
    state: z.enum(connectionStates),
    address: z.string().nullable(),
    key: address.nullable().meta({ description: 'The runtime’s own key; it signs every offer, result and verdict.' }),
    software: z.string().nullable(),
    isolation: z.string().nullable(),
    paired_at: timestamp.nullable(),
    last_seen_at: timestamp.nullable(),
  })
  .meta({ id: 'RuntimeConnection' })

const agent = z
  .strictObject({
    id: uuid,
    name: z.string(),
    role: z.enum(agentRoles),
    state: z.enum(agentStates),
    version: z.int(),
    limits,
    runtime: runtimeView,
    wallet_address: address.nullable(),
    provisioning: z.array(provisioning),
    next_actions: z.array(action),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Agent' })

const assignment = z.strictObject({
  onchain_job_id: z.string(),
  attempt: z.int().nullable(),
  role: z.enum(agentRoles),
  state: z.string(),
  title: z.string(),
  until: timestamp.nullable(),
})

export const listAgentsEndpoint = defineEndpoint('listAgents', {
  tag,
  summary: 'List your agents',
  description: 'Newest first.',
  access,
  capability,
  query: z.strictObject({ limit, cursor }),
  reply: { status: 200, schema: page(agent, 'AgentPage'), description: 'A page.' },
  failures: [],
})

export const createAgentEndpoint = defineEndpoint('createAgent', {
  tag,
  summary: 'Create an agent',
  description:
    'Provisioning starts at once: with a pairing token the runtime is paired, then wallet, on-chain authorisation and qualification follow by themselves. A pairing token needs a sign-in of the last 10 minutes.',
  access,
  capability,
  body: z
    .strictObject({
      name,
      role: z.enum(agentRoles),
      limits: limitsInput.optional(),
      pairing_token: pairingToken.optional(),
    })
    .meta({ id: 'NewAgent' }),
  idempotency: 'optional',
  rate: 'pairing',
  reply: { status: 201, schema: agent, description: 'The agent.' },
  failures: ['recent_sign_in_required', 'pairing_invalid', 'state_conflict'],
})

export const getAgentEndpoint = defineEndpoint('getAgent', {
  tag,
  summary: 'Read an agent',
  description: 'With its provisioning steps, its runtime connection and what can be done next.',
  access,
  capability,
  params,
  reply: { status: 200, schema: agent, description: 'The agent.' },
  failures: ['not_found'],
})

export const updateAgentEndpoint = defineEndpoint('updateAgent', {
  tag,
  summary: 'Rename, limit, pause or resume an agent',
  description: 'A paused agent gets no new work; what it has taken on goes on. `version` refuses a stale change.',
  access,
  capability,
  params,
  body: z
    .strictObject({
      name: name.optional(),
      paused: z.boolean().optional(),
      limits: limitsInput.partial().optional(),
      version: z.int().optional(),
    })
    .meta({ id: 'AgentChange' }),
  reply: { status: 200, schema: agent, description: 'The agent.' },
  failures: ['not_found', 'stale_version', 'state_conflict'],
})

export const provisionAgentEndpoint = defineEndpoint('provisionAgent', {
  tag,
  summary: 'Continue an agent’s provisioning, or pair its runtime again',
  description:
    'Continues from the first unfinished step; nothing is made twice, however often it is called. A pairing token pairs the agent with the runtime that shows it.',
  access,
  capability,
  params,
  body: z.strictObject({ pairing_token: pairingToken.optional() }).meta({ id: 'Provision' }),
  idempotency: 'optional',
  rate: 'pairing',
  reply: { status: 202, schema: agent, description: 'The agent; its provisioning goes on by itself.' },
  failures: ['not_found', 'recent_sign_in_required', 'pairing_invalid', 'state_conflict'],
})

export const getRuntimeStatusEndpoint = defineEndpoint('getRuntimeStatus', {
  tag,
  summary: 'Read an agent’s runtime status',
  description: 'When it was last heard, what it says it does, and the work it holds with each deadline.',
  access,
  capability,
  params,
  reply: {
    status: 200,
    schema: runtimeView
      .extend({
        reports: z.enum(['idle', 'busy', 'draining']).nullable(),
        credential: z.strictObject({ epoch: z.int(), expires_at: timestamp, scopes: z.array(z.string()) }).nullable(),
        work: z.array(assignment),
      })
      .meta({ id: 'RuntimeStatus' }),
    description: 'The status.',
  },
  failures: ['not_found'],
})

export const disconnectRuntimeEndpoint = defineEndpoint('disconnectRuntime', {
  tag,
  summary: 'Disconnect an agent’s runtime',
  description:
    'Every credential of the runtime is refused from its next request on. Work that it holds ends at its deadline; nothing new is offered until a runtime is paired.',
  access,
  capability,
  params,
  idempotency: 'optional',
  reply: { status: 200, schema: agent, description: 'The agent.' },
  failures: ['not_found'],
})
