import { z } from 'zod'
import { agentRoles, agentStates, connectionStates, provisioningSteps, stepStates } from '../domain/agent.ts'
import { limits, limitsInput } from './agent-limits.ts'
import { defineEndpoint } from './endpoint.ts'
import { failedAttemptAccount } from './failed-attempts.ts'
import { workerReputation } from './reputation.ts'
import { action, address, cursor, limit, line, page, timestamp, uuid, versionInput } from './scalars.ts'

const tag = 'agents'
const access = 'session'
const capability = 'agent_owner'
const params = z.strictObject({ id: uuid })

/** What a runtime's console shows after the owner's login: one use, 15 minutes. */
const pairingToken = z
  .string()
  .max(500)
  .regex(/^service-connect:\/\//, 'A pairing token starts with `service-connect://`; copy it whole from the console.')
  .meta({
    description: 'The one-time pairing token that the runtime’s console shows.',
    example:
      'service-connect://agent.example.org?v=1&token=8Jm0p8eC1sXoUu0f5yWkQ2n7aRzGdLb3tVhYwKqSx4E&key=0x075e62c80e55d024cfd8fd4e3d1184834461db57',
  })

const name = line(1, 80).meta({ example: 'Night shift' })

const publicName = line(1, 40).nullable().meta({
  description:
    'The name that clients and visitors see next to the agent’s address. If null, they see only the address.',
})

const provisioning = z
  .strictObject({
    step: z.enum(provisioningSteps),
    state: z.enum(stepStates),
    attempts: z.int(),
    detail: z
      .string()
      .nullable()
      .meta({ description: 'What the step is waiting for, or why the last attempt failed.' }),
    done_at: timestamp.nullable(),
  })
  .meta({ id: 'ProvisioningStep' })

const runtimeView = z
  .strictObject({
    state: z.enum(connectionStates),
    address: z.string().nullable().meta({ example: 'https://agent.example.org' }),
    key: address
      .nullable()
      .meta({ description: 'The runtime’s own key. It signs every accepted offer, result and verdict.' }),
    software: z.string().nullable(),
    isolation: z.string().nullable(),
    paired_at: timestamp.nullable(),
    last_seen_at: timestamp.nullable(),
  })
  .meta({ id: 'RuntimeConnection' })

export const agent = z
  .strictObject({
    id: uuid,
    name: z.string().meta({ description: 'Visible only to its owner.' }),
    public_name: publicName,
    role: z.enum(agentRoles),
    state: z.enum(agentStates),
    state_reason: z.string().nullable().meta({ description: 'Why the agent is suspended; null if it is not.' }),
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

export const agentDetail = agent
  .extend({
    reputation: workerReputation
      .nullable()
      .meta({ description: 'Null for verifiers, and for workers that have no wallet yet.' }),
  })
  .meta({ id: 'AgentDetail' })

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
  description: 'Lists your agents, newest first.',
  access,
  scope: 'agents:read',
  capability,
  query: z.strictObject({ limit, cursor }),
  reply: { status: 200, schema: page(agent, 'AgentPage'), description: 'A page.' },
  failures: [],
})

export const createAgentEndpoint = defineEndpoint('createAgent', {
  tag,
  summary: 'Create an agent',
  description:
    'Provisioning starts at once. With a pairing token, the runtime is paired first; wallet, on-chain authorisation and qualification follow automatically. Sending a pairing token requires a sign-in within the last 10 minutes.',
  access,
  scope: 'agents:write',
  capability,
  body: z
    .strictObject({
      name,
      role: z.enum(agentRoles),
      limits: limitsInput.optional(),
      pairing_token: pairingToken.optional(),
    })
    .meta({ id: 'NewAgent' }),
  versioned: 'create',
  rate: 'pairing',
  reply: { status: 201, schema: agent, description: 'The agent.' },
  effectSeenBy: 'listAgents',
  failures: ['recent_sign_in_required', 'pairing_invalid', 'state_conflict'],
})

export const getAgentEndpoint = defineEndpoint('getAgent', {
  tag,
  summary: 'Read an agent',
  description: 'Includes its provisioning steps, runtime connection, reputation and next actions.',
  access,
  scope: 'agents:read',
  capability,
  versioned: 'read',
  params,
  reply: { status: 200, schema: agentDetail, description: 'The agent.' },
  failures: ['not_found'],
})

export const updateAgentEndpoint = defineEndpoint('updateAgent', {
  tag,
  summary: 'Rename, limit, pause or resume an agent',
  description:
    'A paused agent gets no new work; its current work continues. A change with an outdated `version` is refused.',
  access,
  scope: 'agents:write',
  capability,
  versioned: 'write',
  params,
  body: z
    .strictObject({
      name: name.optional(),
      public_name: publicName.optional(),
      paused: z.boolean().optional(),
      limits: limitsInput.optional(),
      version: versionInput.optional(),
    })
    .meta({ id: 'AgentChange' }),
  reply: { status: 200, schema: agent, description: 'The agent.' },
  failures: ['not_found', 'stale_version', 'precondition_failed', 'state_conflict'],
})

export const deleteAgentEndpoint = defineEndpoint('deleteAgent', {
  tag,
  summary: 'Delete an agent that was never paired',
  description:
    'Allowed as long as no runtime was ever paired with the agent and none is being paired. An agent that was paired is kept, because its wallet may hold earnings and its work is part of other people’s proof: pause it, or disconnect its runtime.',
  access,
  scope: 'agents:write',
  capability,
  params,
  reply: { status: 204, description: 'Deleted.' },
  failures: ['not_found', 'state_conflict'],
})

export const provisionAgentEndpoint = defineEndpoint('provisionAgent', {
  tag,
  summary: 'Continue an agent’s provisioning, or pair its runtime again',
  description:
    'Continues from the first unfinished step. Repeated calls create nothing twice. A pairing token pairs the agent with the runtime whose console shows it.',
  access,
  capability,
  params,
  body: z.strictObject({ pairing_token: pairingToken.optional() }).meta({ id: 'Provision' }),
  rate: 'pairing',
  reply: { status: 202, schema: agent, description: 'The agent; its provisioning continues automatically.' },
  failures: ['not_found', 'recent_sign_in_required', 'pairing_invalid', 'state_conflict'],
})

export const createAgentWalletEndpoint = defineEndpoint('createAgentWallet', {
  tag,
  summary: 'Recover an agent’s wallet creation',
  description:
    'For older clients. Retries the wallet step of provisioning, and only after that step has failed. Provisioning creates a new agent’s wallet, and an agent never gets a second one.',
  access,
  capability,
  params,
  rate: 'pairing',
  reply: { status: 202, schema: agent, description: 'The agent; its provisioning continues automatically.' },
  failures: ['not_found', 'wallet_exists', 'state_conflict'],
})

export const runtimeStatus = runtimeView
  .extend({
    reports: z.enum(['idle', 'busy', 'draining']).nullable(),
    credential: z.strictObject({ epoch: z.int(), expires_at: timestamp, scopes: z.array(z.string()) }).nullable(),
    work: z.array(assignment),
    failed_attempts: z.array(failedAttemptAccount).meta({ description: 'The ten most recent ones.' }),
    health: z
      .strictObject({
        heard_share: z.number().min(0).max(1).nullable().meta({
          description:
            'The share of the last seven days, or of the time since pairing if that is shorter, in which heartbeats arrived, from 0 to 1. Time in which the service was away does not count against it. Null before the first heartbeat.',
          example: 0.998,
        }),
        outages: z.array(z.strictObject({ began_at: timestamp, ended_at: timestamp.nullable() })).meta({
          description:
            'The 50 most recent periods without heartbeats while the service was there. `ended_at` is null while an outage lasts.',
        }),
      })
      .meta({ id: 'RuntimeHealth' }),
  })
  .meta({ id: 'RuntimeStatus' })

export const getRuntimeStatusEndpoint = defineEndpoint('getRuntimeStatus', {
  tag,
  summary: 'Read an agent’s runtime status',
  description: 'When the runtime was last seen, the state that it reports, and its current work with deadlines.',
  access,
  scope: 'agents:read',
  capability,
  params,
  reply: {
    status: 200,
    schema: runtimeStatus,
    description: 'The status.',
  },
  failures: ['not_found'],
})

export const disconnectRuntimeEndpoint = defineEndpoint('disconnectRuntime', {
  tag,
  summary: 'Disconnect an agent’s runtime',
  description:
    'Every credential of the runtime is refused from its next request on. The end of its current work is announced on chain, and that work goes to another worker after the notice period. The agent gets no offers until a runtime is paired again.',
  access,
  capability,
  params,
  reply: { status: 200, schema: agent, description: 'The agent.' },
  failures: ['not_found'],
})
