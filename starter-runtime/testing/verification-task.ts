import { randomUUID } from 'node:crypto'
import type { FileChange } from '#lib/domain/result.ts'
import { sealFile } from '#lib/domain/sealed-files.ts'
import type { ReportKind } from '#lib/domain/test-report.ts'
import { commit, resultCommitment, sha256 } from '../commitment.ts'
import type { VerificationTask } from '../verifier/verify.ts'
import type { TestRepository } from './repository.ts'

export const escrow = `0x${'e'.repeat(40)}`
export const agent = `0x${'b'.repeat(40)}`
const worker = `0x${'a'.repeat(40)}`

export type TestCommand = {
  name: string
  argv: string[]
  expect: 'fails_then_passes' | 'passes'
  report?: ReportKind
  expected_tests?: string[]
}

/** A task that is right in every commitment. */
export function verificationTask(
  repository: TestRepository,
  options: {
    changes: FileChange[]
    tree: string
    commands: TestCommand[]
    protectedPaths: string[]
    acceptance?: Record<string, string>
    sealed?: Record<string, string>
    seconds?: number
  },
): VerificationTask {
  const files = Object.entries(options.sealed ?? {}).map(([path, text]) =>
    sealFile({ path, content: Buffer.from(text).toString('base64') }, `0x${'5'.repeat(64)}`, sha256),
  )
  const task_document = {
    schema: 'jobwright/task',
    version: options.sealed ? 2 : 1,
    salt: randomUUID(),
    ...(options.sealed && { sealed_files: files.map(({ sealed }) => sealed) }),
    repository: { id: 7, full_name: 'acme/sum', private: false },
    base: { branch: 'main', commit: repository.commit },
    ...(options.acceptance && {
      acceptance_files: Object.entries(options.acceptance).map(([path, text]) => ({
        path,
        content: Buffer.from(text).toString('base64'),
      })),
    }),
  }
  const policy_document = {
    schema: 'jobwright/policy',
    version: options.commands.some(({ report }) => report) ? 2 : 1,
    ...(options.sealed && { version: 3, sealed_evidence: 'outcome' }),
    chain_id: 31337,
    escrow,
    verification_seconds: options.seconds ?? 600,
    commands: options.commands,
    protected_paths: options.protectedPaths,
  }
  const result = { chainId: 31337, escrow, jobId: '9', attempt: 2, agent: worker, repositoryId: 7 }
  return {
    verification_id: randomUUID(),
    onchain_job_id: '9',
    attempt: 2,
    agent,
    worker,
    repository: { id: 7, clone_url: repository.url, token: null, base_commit: repository.commit },
    tree_id: options.tree,
    changes: options.changes,
    task_document,
    policy_document,
    task_commitment: commit(task_document),
    policy_commitment: commit(policy_document),
    result_commitment: resultCommitment({
      ...result,
      baseCommit: repository.commit,
      treeId: options.tree,
      changes: options.changes,
    }),
    ...(options.sealed && { sealed_files: files.map(({ opened }) => opened) }),
    verify_by: new Date(Date.now() + 600_000).toISOString(),
  }
}

export function written(path: string, content: string): FileChange {
  return { path, mode: '100644', content: Buffer.from(content).toString('base64') }
}
