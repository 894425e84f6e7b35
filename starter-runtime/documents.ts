import { z } from 'zod'
import type { AcceptanceFile } from '#lib/domain/acceptance-files.ts'
import { acceptanceCollisions, acceptanceProblems, heldPaths } from '#lib/domain/acceptance-files.ts'
import { type SealedFile, sealedEvidenceLevels } from '#lib/domain/sealed-files.ts'
import { reportKinds } from '#lib/domain/test-report.ts'

/** The newest version of policy documents that is read here. */
export const newestPolicy = 3

/** What a runtime reads of a task document; the executor reads the rest. */
const anyTask = {
  schema: z.literal('jobwright/task'),
  repository: z.object({ id: z.int() }),
  base: z.object({ commit: z.string() }),
  // Tasks of an older control plane have none.
  acceptance_files: z.array(z.object({ path: z.string(), content: z.base64() })).default([]),
}
const sealedFile = z.object({
  path: z.string(),
  size: z.int().nonnegative(),
  salted_sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

const task = z.discriminatedUnion('version', [
  z.object({ ...anyTask, version: z.literal(1) }).transform((plain) => ({ ...plain, sealed_files: [] })),
  z.object({ ...anyTask, version: z.literal(2), sealed_files: z.array(sealedFile).min(1) }),
])

const command = z.object({
  name: z.string(),
  argv: z.array(z.string()).min(1),
  expect: z.enum(['fails_then_passes', 'passes']),
  report: z.enum(reportKinds).default('none'),
  expected_tests: z.array(z.string()).default([]),
})
/** Policies of version 1 hold their commands to nothing but the exit code. */
const plainCommand = command.omit({ report: true, expected_tests: true }).transform((plain) => command.parse(plain))

const anyPolicy = {
  schema: z.literal('jobwright/policy'),
  chain_id: z.int(),
  escrow: z.string(),
  verification_seconds: z.number().positive(),
  protected_paths: z.array(z.string()),
}

const policy = z.discriminatedUnion('version', [
  z.object({ ...anyPolicy, version: z.literal(1), commands: z.array(plainCommand).min(1).max(20) }),
  z.object({ ...anyPolicy, version: z.literal(2), commands: z.array(command).min(1).max(20) }),
  z.object({
    ...anyPolicy,
    version: z.literal(3),
    commands: z.array(command).min(1).max(20),
    sealed_evidence: z.enum(sealedEvidenceLevels),
  }),
])

export type Policy = z.output<typeof policy>
export type Command = Policy['commands'][number]

export type Terms = {
  policy: Policy
  acceptanceFiles: AcceptanceFile[]
  /** Acceptance files of which the task has the hash alone. */
  sealedFiles: SealedFile[]
  /** Paths that a result may not touch. */
  heldPaths: string[]
}

type Documents = {
  task_document: unknown
  policy_document: unknown
  task_commitment: string
  policy_commitment: string
  repository: { id: number; base_commit: string }
}
type Pinned = { chain_id: number; escrow: string }

/** The documents do not say what was committed to, or belong elsewhere; nothing about them may be signed. */
export class DocumentMismatch extends Error {}

/** What was agreed on, once task and policy are found to be the committed ones, of this chain, escrow and repository. */
export function requireOwnDocuments(given: Documents, pinned: Pinned, commit: (value: unknown) => string): Terms {
  if (commit(given.task_document) !== given.task_commitment)
    throw new DocumentMismatch('The task is not the committed one.')
  if (commit(given.policy_document) !== given.policy_commitment)
    throw new DocumentMismatch('The policy is not the committed one.')
  const parsedTask = task.safeParse(given.task_document)
  const parsedPolicy = policy.safeParse(given.policy_document)
  if (!parsedTask.success) throw new DocumentMismatch('The task document has an unknown form.')
  if (!parsedPolicy.success) throw new DocumentMismatch('The policy document has an unknown form.')
  const { repository, base } = parsedTask.data
  if (repository.id !== given.repository.id || base.commit !== given.repository.base_commit)
    throw new DocumentMismatch('The repository or base commit is not the task’s.')
  const { chain_id, escrow } = parsedPolicy.data
  if (chain_id !== pinned.chain_id || escrow.toLowerCase() !== pinned.escrow)
    throw new DocumentMismatch('The policy is of another chain or escrow.')
  const { acceptance_files: files, sealed_files: sealed } = parsedTask.data
  if (sealed.length > 0 !== (parsedPolicy.data.version === 3))
    throw new DocumentMismatch('The task has sealed files, and the policy does not know of them, or the reverse.')
  const laidOver = [...files, ...sealed]
  const [problem] = [...acceptanceProblems(laidOver), ...acceptanceCollisions(laidOver)]
  if (problem) throw new DocumentMismatch(`The task’s acceptance files cannot be used: ${problem.message}`)
  return {
    policy: parsedPolicy.data,
    acceptanceFiles: files,
    sealedFiles: sealed,
    heldPaths: heldPaths(parsedTask.data, parsedPolicy.data),
  }
}
