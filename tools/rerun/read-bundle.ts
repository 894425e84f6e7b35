import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { z } from 'zod'
import { verificationBundle } from '#lib/api/verification-bundle.ts'
import { commit } from '#starter-runtime/commitment.ts'
import type { VerificationTask } from '#starter-runtime/verifier/verify.ts'
import { fileProblem } from '../file-problem.ts'

export type Bundle = z.output<typeof verificationBundle>

/** The bundle of a file; throws what is wrong with it, for a person. */
export async function readBundle(file: string): Promise<Bundle> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw fileProblem(error, file)
  })
  const parsed = verificationBundle.safeParse(parseJson(text, file))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(`This is no verification bundle of version 1: ${issue?.path.join('.')} ${issue?.message}`)
  }
  const bundle = parsed.data
  for (const { agent, evidence, evidence_hash } of bundle.verdicts)
    if (evidence && commit(evidence) !== evidence_hash)
      throw new Error(`The evidence of ${agent} does not hash to what it signed.`)
  const repeated = bundle.verdicts.find(({ agent }, at, all) => all.findIndex((one) => one.agent === agent) < at)
  if (repeated) throw new Error(`The bundle has two verdicts of ${repeated.agent}.`)
  return bundle
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${file} is not JSON.`, { cause: error })
  }
}

/** The person who runs it again is no agent. */
const nobody = `0x${'0'.repeat(40)}`

/** The same task as the verifiers had, to be cloned from where the person says. */
export function taskOf(bundle: Bundle, cloneUrl: string, verifyBy: Date): VerificationTask {
  const { onchain_job_id, attempt, worker, tree_id, changes, task_document, policy_document } = bundle
  const { task_commitment, policy_commitment, result_commitment, sealed_files } = bundle
  const { id, base_commit } = bundle.repository
  return {
    verification_id: randomUUID(),
    onchain_job_id,
    attempt,
    worker,
    tree_id,
    changes,
    task_document,
    policy_document,
    task_commitment,
    policy_commitment,
    result_commitment,
    sealed_files,
    agent: nobody,
    repository: { id, base_commit, clone_url: cloneUrl, token: null },
    verify_by: verifyBy.toISOString(),
  }
}

export function ownOf({ chain_id, escrow }: Bundle) {
  return { chainId: chain_id, escrow: escrow.toLowerCase(), agent: nobody }
}
