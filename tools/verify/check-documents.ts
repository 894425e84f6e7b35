import { createHash } from 'node:crypto'
import { commit } from '#lib/chain/commit.ts'
import { termsFromEvent } from '#lib/domain/job.ts'
import { formatAmount } from '#lib/domain/money.ts'
import { unopenedPaths } from '#lib/domain/sealed-files.ts'
import type { EscrowLog } from '#lib/ports/chain.ts'
import type { ChainFacts } from './chain-facts.ts'
import { type Problem, problem } from './problem.ts'
import type { ProofDocument } from './read-proof-file.ts'

/** Compares task and policy with what the client funded, and the result of each attempt with what was submitted. */
export function checkDocuments(proof: ProofDocument, facts: ChainFacts): Problem[] {
  const created = facts.events.find(({ name }) => name === 'JobCreated')
  if (!created) return []
  return [...checkTerms(proof, created), ...checkSealedFiles(proof), ...checkResults(proof, facts)]
}

function checkTerms({ job, task_document, policy_document, chain }: ProofDocument, created: EscrowLog): Problem[] {
  const problems: Problem[] = []
  const terms = termsFromEvent(created.args)
  const given = [
    ['ref', job.ref, terms.ref],
    ['task_commitment', job.task_commitment, terms.taskCommitment],
    ['policy_commitment', job.policy_commitment, terms.policyCommitment],
    ['client', job.client, created.args.client],
  ] as const
  for (const [name, value, real] of given)
    if (value !== real) problems.push(problem('terms_differ', `\`job.${name}\` is ${value}, on chain ${real}.`))
  if (commit(task_document) !== terms.taskCommitment)
    problems.push(problem('document_differs', 'The task document is not the one that the client funded.'))
  if (commit(policy_document) !== terms.policyCommitment)
    problems.push(problem('document_differs', 'The policy document is not the one that the client funded.'))
  const promised = {
    chain_id: chain.chain_id,
    escrow: chain.escrow,
    reward: formatAmount(terms.reward),
    verifier_fee: formatAmount(terms.verifierFee),
    verifiers: terms.verifiers,
    quorum: terms.quorum,
    max_attempts: terms.maxAttempts,
    work_seconds: Number(terms.workWindow),
    verification_seconds: Number(terms.verificationWindow),
  }
  for (const [name, real] of Object.entries(promised))
    if (policy_document[name] !== real)
      problems.push(
        problem('terms_differ', `The policy promises ${name} ${policy_document[name]}, funded was ${real}.`),
      )
  return problems
}

function checkSealedFiles({ task_document, sealed_files }: ProofDocument): Problem[] {
  const sealed = (task_document.sealed_files ?? []) as Parameters<typeof unopenedPaths>[0]
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const unopened = unopenedPaths(sealed, sealed_files, sha256)
  const named = new Set(sealed.map(({ path }) => path))
  const unnamed = sealed_files.map(({ path }) => path).filter((path) => !named.has(path))
  return [...unopened, ...unnamed].map((path) =>
    problem('document_differs', `The sealed file ${path} is not the one that the task names.`),
  )
}

function checkResults({ attempts, job, chain }: ProofDocument, { events }: ChainFacts): Problem[] {
  const assigned = events.filter(({ name }) => name === 'JobAssigned')
  const problems = assigned.length === attempts.length ? [] : [listed(assigned.length, attempts.length)]
  for (const [index, { attempt, agent, result }] of attempts.entries()) {
    const args = assigned[index]?.args
    if (args && (args.agent !== agent || Number(args.attempt) !== attempt))
      problems.push(problem('attempts_differ', `Attempt ${attempt} was not given to ${agent}.`))
    const submitted = events.find(({ name, args: of }) => name === 'ResultSubmitted' && Number(of.attempt) === attempt)
    if ((submitted?.args.result ?? null) !== (result?.commitment ?? null))
      problems.push(problem('document_differs', `The result of attempt ${attempt} is not the one that was submitted.`))
    if (!result) continue
    if (commit(result.document) !== result.commitment)
      problems.push(problem('document_differs', `The document of result ${attempt} has another hash.`))
    const place = { chain_id: chain.chain_id, escrow: chain.escrow, onchain_job_id: job.onchain_job_id, attempt, agent }
    for (const [name, real] of Object.entries(place))
      if (result.document[name] !== real)
        problems.push(problem('document_differs', `The document of result ${attempt} has another ${name}.`))
  }
  return problems
}

function listed(real: number, given: number): Problem {
  return problem('attempts_differ', `The chain has ${real} assignments, the proof ${given}.`)
}
