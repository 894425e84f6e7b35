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
      description: 'Files that the work will probably touch. If empty, use those that the tests load.',
    }),
    runs: z.int().min(1).max(probeRuns).meta({ description: 'Maximum number of runs of each command.' }),
    mutants: z
      .int()
      .min(0)
      .max(probeMutants)
      .meta({ description: 'Maximum number of faults to try for each command.' }),
    answer_by: timestamp,
  })
  .meta({ id: 'ProbeTask' })

export const takeProbeCredentialEndpoint = defineEndpoint('takeProbeCredential', {
  tag,
  summary: 'Receive the commands of a draft to try',
  description:
    'Before a job is funded, one verifier runs its commands on the base. It receives only what it needs for that and nothing else of the draft. A probe is unpaid and unsigned.',
  access,
  role,
  rate: 'runtime',
  body: z.strictObject({ probe_id: uuid }).meta({ id: 'ProbeCredentialRequest' }),
  holdsSecret: true,
  reply: {
    status: 200,
    schema: probeTask,
    description: 'The commands to try.',
  },
  failures: ['credential_revoked', 'wrong_channel', 'not_found', 'attempt_superseded', 'repository_host_unavailable'],
})

export const submitProbeResultEndpoint = defineEndpoint('submitProbeResult', {
  tag,
  summary: 'Deliver what a probe saw',
  description:
    'Only the runtime that was asked can answer, until `answer_by`. After `cannot_run`, another verifier may be asked. The service decides what follows from a report.',
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
    description: 'Accepted.',
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
