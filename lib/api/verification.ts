import { z } from 'zod'
import { cloneSource } from './clone-source.ts'
import { defineEndpoint } from './endpoint.ts'
import { evidence } from './evidence.ts'
import { address, hash, integerText, timestamp, uuid } from './scalars.ts'
import { openedFiles } from './sealed-files.ts'
import { fileChanges, gitId, signature } from './signed-results.ts'

const tag = 'runtime'
const access = 'runtime'
const role = 'verifier'

const document = z.record(z.string(), z.unknown())

/** What is judged, with what it was committed to. */
export const judged = {
  tree_id: gitId,
  changes: fileChanges,
  task_document: document,
  policy_document: document,
  task_commitment: hash,
  policy_commitment: hash,
  result_commitment: hash,
}

export const verificationTask = z
  .strictObject({
    verification_id: uuid,
    onchain_job_id: integerText,
    attempt: z.int(),
    agent: address.meta({ description: 'This verifier’s own address, which the verdict must name.' }),
    worker: address,
    repository: cloneSource('the verdict is given'),
    ...judged,
    sealed_files: openedFiles.optional().meta({
      description: 'The files whose hashes are in `sealed_files` of the task. Check each one before you use it.',
    }),
    verify_by: timestamp,
  })
  .meta({ id: 'VerificationTask' })

export const takeVerificationCredentialEndpoint = defineEndpoint('takeVerificationCredential', {
  tag,
  summary: 'Receive what is to be verified',
  description:
    'Returns the changes, base commit, commands and protected paths, but never the worker’s own words. Recompute every commitment from these bytes before you sign anything.',
  access,
  role,
  rate: 'runtime',
  body: z.strictObject({ verification_id: uuid }).meta({ id: 'VerificationCredentialRequest' }),
  holdsSecret: true,
  reply: {
    status: 200,
    schema: verificationTask,
    description: 'The task.',
  },
  failures: ['credential_revoked', 'wrong_channel', 'not_found', 'attempt_superseded', 'repository_host_unavailable'],
})

export const submitVerificationResultEndpoint = defineEndpoint('submitVerificationResult', {
  tag,
  summary: 'Deliver a verdict',
  description:
    'PASS and FAIL are signed with the runtime’s key as the escrow’s `Verdict`. INCONCLUSIVE and CANNOT_RUN stay off chain, are unpaid and bring in an alternate.',
  access,
  role,
  rate: 'runtime',
  bodyLimit: 1024 * 1024,
  body: z
    .discriminatedUnion('verdict', [
      z.strictObject({
        verdict: z.enum(['PASS', 'FAIL']),
        verification_id: uuid,
        evidence,
        evidence_hash: hash,
        signature,
      }),
      z.strictObject({ verdict: z.enum(['INCONCLUSIVE', 'CANNOT_RUN']), verification_id: uuid, evidence }),
    ])
    .meta({ id: 'VerificationResult' }),
  reply: {
    status: 202,
    schema: z.strictObject({ status: z.enum(['accepted']), verification_id: uuid }).meta({ id: 'VerificationReceipt' }),
    description: 'Accepted.',
  },
  failures: [
    'credential_revoked',
    'wrong_channel',
    'not_found',
    'attempt_superseded',
    'result_exists',
    'result_refused',
    'signature_invalid',
  ],
})
