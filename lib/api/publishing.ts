import { z } from 'zod'
import { publicationStates } from '../domain/publication.ts'
import { defineEndpoint } from './endpoint.ts'
import { hostFailures } from './host-failures.ts'
import { action, hash, integerText, timestamp } from './scalars.ts'

/** The way of a settled result into the client's repository. */
export const publication = z
  .strictObject({
    state: z.enum(publicationStates),
    requested_by: z.enum(['client', 'policy']).meta({
      description: '`client`: by the client after settlement. `policy`: by the policy that the client funded.',
    }),
    result_commitment: hash,
    branch: z.string().meta({ example: 'jobwright/job-42' }),
    head_commit: z
      .string()
      .nullable()
      .meta({ description: 'The commit that was pushed; its tree is the settled one.' }),
    pull_request_url: z.string().nullable(),
    check_run_url: z.string().nullable(),
    detail: z.string().nullable().meta({ description: 'Why the last attempt did not succeed.' }),
    attempts: z.int(),
    next_actions: z.array(action),
    requested_at: timestamp,
    published_at: timestamp.nullable(),
  })
  .meta({ id: 'Publication' })

export const publishResultEndpoint = defineEndpoint('publishResult', {
  tag: 'jobs',
  summary: 'Publish a settled result',
  description:
    'Pushes the settled tree to the branch `jobwright/job-<id>` of the job’s repository, opens a draft pull request and reports the proof as a check on that commit. Continuous integration runs a branch of the same repository with the repository’s secrets, and no one there has read the changes: read them first (`GET …/result/`), above all files that are executed automatically. Requires your own right to push. A repeated request returns the existing publication; a failed one is retried. Publishing continues in the background; follow `publication` of the job.',
  access: 'session',
  capability: 'client',
  params: z.strictObject({ onchain_job_id: integerText }),
  body: z
    .strictObject({
      result_commitment: hash.meta({ description: 'The commitment of the result that you have read.' }),
      accepts_execution: z
        .literal(true)
        .meta({ description: 'You accept that the repository’s continuous integration runs these changes.' }),
    })
    .meta({ id: 'PublishRequest' }),
  idempotency: 'required',
  rate: 'money',
  reply: { status: 202, schema: publication, description: 'The publication; it continues automatically.' },
  failures: ['not_found', 'state_conflict', 'stale_version', ...hostFailures],
})
