import { z } from 'zod'
import { paymentKinds } from '../domain/escrow-payments.ts'
import { proofFormat, provenStates } from '../domain/proof.ts'
import { defineEndpoint } from './endpoint.ts'
import { address, hash, integerText, timestamp, uuid } from './scalars.ts'
import { openedFiles } from './sealed-files.ts'
import { verdictFacts } from './verdict-facts.ts'

const document = z.record(z.string(), z.unknown())
const baseUnits = integerText.meta({ description: 'In base units of the token.', example: '3000000' })
const place = { block_number: integerText, transaction_hash: hash, log_index: z.int().min(0) }

const event = z.object({
  name: z.string().meta({ example: 'JobSettled' }),
  ...place,
  block_hash: hash,
  args: document.meta({
    description:
      'Decoded arguments by name: integers of at most 48 bits as numbers, larger ones as decimal strings, hex in lower case.',
  }),
})

const transfer = z.object({
  kind: z.enum(paymentKinds),
  attempt: z.int().nullable(),
  from: address,
  to: address,
  amount: baseUnits,
  ...place,
})

const draw = z.object({ kind: z.enum(['PANEL', 'ALTERNATES']), evidence_hash: hash, document })

const refusal = z.string().nullable().meta({
  description:
    'Why the escrow refused the draw, with the error’s name and arguments. Null if the escrow was never asked, such as when the attempt ended first.',
  example: 'SeatUnavailable(1, 0)',
})

const attempt = z.object({
  attempt: z.int().min(1),
  agent: address,
  result: z.object({ commitment: hash, document }).nullable().meta({
    description: 'The document contains hashes of the changed files, not their content. Null if nothing was delivered.',
  }),
  draws: z.array(draw).meta({
    description:
      'How verifiers were drawn, one entry for each naming on chain. Each document has `secret`, `seed`, `candidates` (how many were registered in time), `seats`, `picks` and `skipped`, a list of `{agent, reason}` for the verifiers that were passed over. `docs/proof-format.md` describes how to repeat the draw.',
  }),
  verdicts: z.array(
    z.object({
      seat: z.int().min(0),
      agent: address,
      key: address,
      pass: z.boolean(),
      evidence_hash: hash,
      signature: z
        .string()
        .regex(/^0x([0-9a-f]{2})+$/)
        .nullable()
        .meta({
          description: 'Null if the verdict was published directly to the escrow.',
          example: `0x${'1b'.repeat(65)}`,
        }),
      evidence: document.nullable().meta({
        description:
          'The document that `evidence_hash` covers. Null for everyone except the client, because it contains output and lines of the result; for the client, null for a result that was not paid for.',
      }),
    }),
  ),
})

export const proof = z
  .object({
    format: z.literal(proofFormat.format),
    version: z.literal(proofFormat.version),
    chain: z.object({ chain_id: z.int(), genesis_hash: hash, escrow: address, token: address }),
    job: z.object({
      onchain_job_id: integerText,
      state: z.enum(provenStates),
      client: address,
      ref: hash,
      task_commitment: hash,
      policy_commitment: hash,
    }),
    task_document: document,
    policy_document: document,
    sealed_files: openedFiles.meta({ description: 'Salts and contents of the task’s sealed files.' }),
    attempts: z.array(attempt).meta({ description: 'Assignments on chain, in order.' }),
    events: z.array(event).meta({ description: 'Every event of the escrow about the job, in chain order.' }),
    transfers: z.array(transfer).meta({
      description:
        'Every token transfer that the job caused. Transfers that the token refused are in `events` as `PaymentDeferred`.',
    }),
    totals: z.object({
      funded: baseUnits,
      reward: baseUnits,
      silence_share: baseUnits.meta({ description: 'Paid to the worker for a result that was not decided in time.' }),
      verifier_fees: baseUnits,
      returned: baseUnits,
      deferred: baseUnits.meta({
        description: 'The part of these sums that the escrow could not send when it was due.',
      }),
      held: baseUnits,
    }),
    statements: z
      .object({
        seconds_to_payment: z.number().nullable().meta({
          description:
            'From the deciding verdict to the payment, as observed by this service. Null if nothing was paid for work.',
        }),
        read_at: timestamp,
        pull_request_url: z.string().nullable().meta({
          description: 'Where the client published the settled result.',
          example: 'https://github.com/acme/sum/pull/12',
        }),
        discarded_draws: z.array(draw.extend({ attempt: z.int().min(1), reason: refusal })).meta({
          description:
            'Draws that the escrow did not accept, such as alternates for a seat that was filled before they were named. Another draw followed.',
        }),
        verdicts: z.array(verdictFacts).meta({
          description:
            'What each verdict is based on, according to its evidence: commands, tests by name, controls, marks and environment. The evidence itself, which `evidence_hash` covers, also contains output and lines of the result.',
        }),
      })
      .meta({ description: 'Statements of this service that the chain does not prove.' }),
  })
  .meta({ id: 'JobProof' })

const params = z.strictObject({ onchain_job_id: integerText })
const checks =
  '`npm run verify -- <file> --rpc <url>` checks it against the chain alone; `docs/proof-format.md` describes how to write another checker.'

export const getPublicProofEndpoint = defineEndpoint('getPublicProof', {
  tag: 'discovery',
  summary: 'Download the proof of an ended job',
  description: `Terms, documents, panels, verdicts, settlement and every transfer of a settled, rejected, cancelled, refunded or lapsed job of a public repository. ${checks}`,
  access: 'public',
  rate: 'anonymous',
  isShared: true,
  params,
  reply: { status: 200, schema: proof, description: 'The proof.' },
  failures: ['not_found', 'state_conflict', 'unavailable'],
})

export const getJobProofEndpoint = defineEndpoint('getJobProof', {
  tag: 'jobs',
  summary: 'Download the proof of your ended job',
  description: `Like \`getPublicProof\`, but also for private repositories and with the evidence of the verdicts on the result that you paid for. ${checks}`,
  access: 'session',
  scope: 'jobs:read',
  capability: 'client',
  params,
  reply: { status: 200, schema: proof, description: 'The proof.' },
  failures: ['not_found', 'state_conflict', 'unavailable'],
})

export const getAgentJobProofEndpoint = defineEndpoint('getAgentJobProof', {
  tag: 'agents',
  summary: 'Download the proof of an ended job of an agent',
  description: `Like \`getPublicProof\`, but also for private repositories. For the owner of an agent that worked on an attempt of the job or took a seat in it. ${checks}`,
  access: 'session',
  scope: 'agents:read',
  capability: 'agent_owner',
  params: z.strictObject({ id: uuid, onchain_job_id: integerText }),
  reply: { status: 200, schema: proof, description: 'The proof.' },
  failures: ['not_found', 'state_conflict', 'unavailable'],
})
