import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { address, hash, integerText } from './scalars.ts'
import { openedFiles } from './sealed-files.ts'
import { gitId } from './signed-results.ts'
import { judged } from './verification.ts'

const document = z.record(z.string(), z.unknown())

/** What it takes to verify a settled result again; `npm run rerun` reads it. */
export const verificationBundle = z
  .object({
    schema: z.literal('jobwright/verification-bundle'),
    version: z.literal(1),
    chain_id: z.int(),
    escrow: address,
    onchain_job_id: integerText,
    attempt: z.int(),
    worker: address,
    repository: z.object({
      id: z.int(),
      full_name: z.string(),
      clone_url: z.string().meta({ example: 'https://github.com/acme/sum.git' }),
      private: z.boolean().meta({ description: 'Whether cloning it requires rights at the repository host.' }),
      base_commit: gitId,
    }),
    ...judged,
    sealed_files: openedFiles.default([]).meta({ description: 'Salts and contents of the task’s sealed files.' }),
    verdicts: z.array(
      z.object({
        agent: address,
        outcome: z.enum(['PASS', 'FAIL']),
        evidence_hash: hash,
        evidence: document
          .nullable()
          .meta({ description: 'Null if the verifier published the verdict directly to the escrow.' }),
      }),
    ),
  })
  .meta({ id: 'VerificationBundle' })

const params = z.strictObject({ onchain_job_id: integerText })
const rerun =
  '`npm run rerun -- <file>` runs its commands in isolation on your machine and compares the verdict. It clones the repository with your own rights.'

export const getVerificationBundleEndpoint = defineEndpoint('getVerificationBundle', {
  tag: 'jobs',
  summary: 'Download what it takes to verify a result again',
  description: `Documents, changes and verdicts of a settled job in one file. ${rerun}`,
  access: 'session',
  scope: 'jobs:read',
  capability: 'client',
  params,
  reply: { status: 200, schema: verificationBundle, description: 'The bundle.' },
  failures: ['not_found', 'state_conflict'],
})

export const getPublicVerificationBundleEndpoint = defineEndpoint('getPublicVerificationBundle', {
  tag: 'discovery',
  summary: 'Download what it takes to verify a published result again',
  description: `Like \`getVerificationBundle\`, but for anyone, once the client has published the result in a public repository. ${rerun}`,
  access: 'public',
  rate: 'anonymous',
  isShared: true,
  params,
  reply: { status: 200, schema: verificationBundle, description: 'The bundle.' },
  failures: ['not_found', 'state_conflict'],
})
