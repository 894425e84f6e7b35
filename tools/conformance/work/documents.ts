import { createHash, randomBytes } from 'node:crypto'
import type { AcceptanceFile } from '#lib/domain/acceptance-files.ts'
import type { DraftContent } from '#lib/domain/document.ts'
import { policyDocument, taskDocument } from '#lib/domain/document.ts'
import { type OpenedFile, sealFile } from '#lib/domain/sealed-files.ts'
import type { VerificationCommand } from '#lib/domain/verification-command.ts'
import type { Bench } from '../bench.ts'
import { commit } from '../commitments.ts'

export const repositoryId = 7
export const goodCheck: VerificationCommand = {
  name: 'check',
  argv: ['/bin/sh', 'checks/check.sh'],
  expect: 'fails_then_passes',
}

const protectedPaths = ['checks', '**/*.locked.*']

/** What no result may touch: what the policy protects, and what checks may make an acceptance file. */
export const held = [...protectedPaths, 'own.sh']

export type Documents = {
  task_document: Record<string, unknown>
  policy_document: Record<string, unknown>
  task_commitment: `0x${string}`
  policy_commitment: `0x${string}`
  /** What only verifiers are given. */
  sealed_files?: OpenedFile[]
}

/** A task and a policy as the service writes them, with their commitments. */
export function documentsOf(
  bench: Bench,
  options: {
    instructions?: string
    commands?: VerificationCommand[]
    acceptanceFiles?: AcceptanceFile[]
    sealedFiles?: AcceptanceFile[]
    chainId?: number
    escrow?: `0x${string}`
  } = {},
): Documents {
  const { plane, repository } = bench
  const instructions = options.instructions ?? 'Write `good` into `value`.'
  const files = (options.sealedFiles ?? []).map((file) => sealFile(file, salt(), sha256))
  const content: DraftContent = {
    title: 'The value should be good',
    instructions,
    acceptanceCriteria: ['`sh checks/check.sh` succeeds.'],
    verificationCommands: options.commands ?? [goodCheck],
    protectedPaths,
    baseBranch: 'main',
    acceptanceFiles: options.acceptanceFiles ?? [],
    publication: 'on_request',
    sealedFiles: files.map(({ sealed }) => sealed),
    reward: 5_000_000n,
    verifierFee: 1_000_000n,
    verifiers: 1,
    quorum: 1,
    maxAttempts: 3,
    silenceShareBps: 5_000,
    openSeconds: 3_600,
    workSeconds: bench.workSeconds,
    verificationSeconds: 600,
  }
  const task = taskDocument({
    salt: salt(),
    repository: { id: repositoryId, full_name: 'conformance/value', private: false },
    issue: {
      repository_id: repositoryId,
      number: 1,
      url: 'https://example.org/conformance/value/issues/1',
      title: content.title,
      body: instructions,
      labels: [],
      state: 'open',
      content_hash: salt(),
    },
    baseCommit: repository.commit,
    content,
  })
  const { chainId = plane.chainId, escrow = plane.escrow } = options
  const policy = policyDocument({ salt: salt(), chainId, escrow, content })
  const documents = committed({ ...task }, { ...policy })
  return files.length > 0 ? { ...documents, sealed_files: files.map(({ opened }) => opened) } : documents
}

function committed(task: Record<string, unknown>, policy: Record<string, unknown>): Documents {
  return {
    task_document: task,
    policy_document: policy,
    task_commitment: commit(task),
    policy_commitment: commit(policy),
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function salt(): `0x${string}` {
  return `0x${randomBytes(32).toString('hex')}`
}
