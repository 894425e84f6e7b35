import { z } from 'zod'
import { probeMutants, probeRuns } from '../domain/probe.ts'
import { cloneSource } from './clone-source.ts'
import { defineEndpoint } from './endpoint.ts'
import { probeReport } from './probe.ts'
import { base64, timestamp, uuid } from './scalars.ts'
import { command } from './verification-command.ts'

const tag = 'runtime'
const access = 'runtime'
const role = 'verifier'

export const probeTask = z
  .strictObject({
    probe_id: uuid,
    repository: cloneSource('the probe ends'),
    commands: z.array(command),
    acceptance_files: z.array(z.strictObject({ path: z.string(), content: base64 })),
    likely_paths: z.array(z.string()).meta({
      description: 'Files that the work will probably touch. Empty: those that the tests load.',
    }),
    runs: z.int().min(1).max(probeRuns).meta({ description: 'How often to run each command, at most.' }),
    mutants: z.int().min(0).max(probeMutants).meta({ description: 'How many faults to try for each, at most.' }),
    answer_by: timestamp,
  })
  .meta({ id: 'ProbeTask' })

export const takeProbeCredentialEndpoint = defineEndpoint('takeProbeCredential', {
  tag,
  summary: 'Receive the commands of a draft to try',
  description:
    'Before a job is funded, one verifier runs its commands on the base. It receives what it needs for that and nothing else of the draft. A probe is not paid and nothing about it is signed.',
  access,
  role,
  rate: 'runtime',
  body: z.strictObject({ probe_id: uuid }).meta({ id: 'ProbeCredentialRequest' }),
  holdsSecret: true,
  reply: {
    status: 200,
    schema: probeTask,
    description: 'What to try.',
  },
  failures: ['credential_revoked', 'wrong_channel', 'not_found', 'attempt_superseded', 'repository_host_unavailable'],
})

export const submitProbeResultEndpoint = defineEndpoint('submitProbeResult', {
  tag,
  summary: 'Deliver what a probe saw',
  description:
    'Only the runtime that was asked may answer, until `answer_by`. `cannot_run` lets another verifier be asked. What follows from a report is decided by the service.',
  access,
  role,
  rate: 'runtime',
  bodyLimit: 256 * 1024,
  body: z
    .discriminatedUnion('outcome', [
      z.strictObject({ outcome: z.literal('completed'), probe_id: uuid, report: probeReport }),
      z.strictObject({ outcome: z.literal('cannot_run'), probe_id: uuid, reason: z.string().min(1).max(300) }),
    ])
    .meta({ id: 'ProbeResult' }),
  reply: {
    status: 202,
    schema: z.strictObject({ status: z.enum(['accepted']), probe_id: uuid }).meta({ id: 'ProbeReceipt' }),
    description: 'Taken over.',
  },
  failures: [
    'credential_revoked',
    'wrong_channel',
    'not_found',
    'attempt_superseded',
    'result_refused',
    'body_too_large',
  ],
})
