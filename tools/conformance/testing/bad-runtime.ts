import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { AcceptanceFile } from '#lib/domain/acceptance-files.ts'
import { escrowDomain, type MessageName, offerDomain, typedMessage } from '#lib/domain/signed-messages.ts'
import { applyChanges, checkOut, layOver } from '#starter-runtime/git/trees.ts'
import { commit } from '../commitments.ts'
import type { HeartbeatAnswer, VerificationTask } from '../plane/contract.ts'
import type { Plane } from '../plane/plane.ts'

type Command = { name: string; argv: [string, ...string[]]; expect: 'fails_then_passes' | 'passes' }
type Verdict = 'PASS' | 'FAIL' | 'CANNOT_RUN'
type Sign = (name: MessageName, message: Record<string, unknown>) => Promise<string>
type Peer = { plane: Plane; sign: Sign; post: (path: string, body: object) => Promise<Record<string, unknown>> }
/** What the runtime does with a heartbeat's answer. */
export type Behaviour = (peer: Peer, answer: HeartbeatAnswer) => Promise<void>

const run = promisify(execFile)

/** A runtime that keeps the transport's rules and answers all work in its own way. It holds a credential already. */
export function startBadRuntime(plane: Plane, behave: Behaviour): { key: string; stop(): void } {
  const account = privateKeyToAccount(generatePrivateKey())
  const headers = { authorization: `Bearer ${plane.credentials.issue()}`, 'content-type': 'application/json' }
  const post = async (path: string, body: object) => {
    const url = `${plane.origin}/api/v1/agent-runtime/${path}`
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await response.json()) as Record<string, unknown>
  }
  const sign: Sign = (name, message) => {
    const domain = name === 'OfferAcceptance' ? offerDomain : escrowDomain
    return account.signTypedData(typedMessage(name, domain(plane.chainId, plane.escrow), message))
  }
  const timer = setInterval(() => {
    post('heartbeat/', { state: 'idle', software: 'bad/1', running: [] })
      .then((answer) => behave({ plane, sign, post }, answer as HeartbeatAnswer))
      .catch(() => undefined)
  }, 200)
  return { key: account.address.toLowerCase(), stop: () => clearInterval(timer) }
}

/** Accepts every offer and gives every job back. */
export function givesEverythingBack(): Behaviour {
  const seen = new Set<string>()
  return async ({ plane, sign, post }, { offers }) => {
    for (const offer of offers.filter(({ offer_id }) => !seen.has(offer_id))) {
      seen.add(offer.offer_id)
      const { offer_id, onchain_job_id, task_commitment: taskCommitment, policy_commitment: policyCommitment } = offer
      const jobId = BigInt(onchain_job_id)
      const accepted = { offerId: offer_id, jobId, agent: plane.wallet, taskCommitment, policyCommitment }
      await post('job/credential/', { offer_id, signature: await sign('OfferAcceptance', accepted) })
      const release = { outcome: 'cannot_run', onchain_job_id, attempt: 1, reason: 'It is too hard.' }
      await post('job/result/', { ...release, signature: await sign('Release', { jobId, attempt: 1 }) })
    }
  }
}

/** Answers every verification by a verdict of `judge`. */
export function judging(judge: (task: VerificationTask) => Promise<Verdict>): Behaviour {
  const seen = new Set<string>()
  return async ({ plane, sign, post }, { verifications }) => {
    for (const { verification_id } of verifications.filter((one) => !seen.has(one.verification_id))) {
      seen.add(verification_id)
      const task = (await post('verification/credential/', { verification_id })) as VerificationTask
      const verdict = await judge(task)
      const body = { verdict, verification_id, evidence: evidenceOf(task) }
      const evidence_hash = commit(body.evidence)
      const signature = await sign('Verdict', {
        jobId: BigInt(task.onchain_job_id),
        attempt: task.attempt,
        taskCommitment: task.task_commitment,
        policyCommitment: task.policy_commitment,
        resultCommitment: task.result_commitment,
        pass: verdict === 'PASS',
        evidenceHash: evidence_hash,
        agent: plane.wallet,
      })
      await post('verification/result/', verdict === 'CANNOT_RUN' ? body : { ...body, evidence_hash, signature })
    }
  }
}

/** Judges by one run of each command, and takes what passes on the base already for a failure. */
export async function judgeHastily(gitDir: string, task: VerificationTask): Promise<Verdict> {
  const commit = task.repository.base_commit
  const changed = await applyChanges(gitDir, commit, task.changes)
  const files = task.task_document.acceptance_files as AcceptanceFile[]
  const base = await layOver(gitDir, commit, commit, files)
  const tree = await layOver(gitDir, commit, changed ?? commit, files)
  for (const { argv, expect } of task.policy_document.commands as Command[]) {
    if (expect === 'fails_then_passes' && (await succeeds(gitDir, base, argv))) return 'FAIL'
    if (!(await succeeds(gitDir, tree, argv))) return 'FAIL'
  }
  return 'PASS'
}

async function succeeds(gitDir: string, tree: string, [program, ...words]: Command['argv']): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'bad-runtime-'))
  try {
    await checkOut(gitDir, tree, folder)
    return await run(program, words, { cwd: folder, timeout: 120_000 }).then(
      () => true,
      () => false,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function evidenceOf({ repository, tree_id }: VerificationTask) {
  const { base_commit } = repository
  const document = { schema: 'jobwright/evidence', version: 1, base_commit, tree_id, isolation: 'none' }
  return { ...document, commands: [], reason: 'As it seemed.' }
}
