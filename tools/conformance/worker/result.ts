import { submitJobResultEndpoint } from '#lib/api/runtime.ts'
import { pathProblems } from '#lib/domain/path-policy.ts'
import { escrowDomain } from '#lib/domain/signed-messages.ts'
import type { Bench } from '../bench.ts'
import { require } from '../broken.ts'
import { commitResult } from '../commitments.ts'
import type { Call } from '../plane/plane.ts'
import { requireSigned } from '../signatures.ts'
import { held, repositoryId } from '../work/documents.ts'
import type { Offer } from './offer.ts'

/** Throws unless the delivery is a result that holds in every point, or a signed release; says which. */
export async function requireDelivery(bench: Bench, offer: Offer, { body }: Call): Promise<string> {
  const given = submitJobResultEndpoint.body?.parse(body)
  require(given !== undefined, 'nothing was delivered')
  const { plane, pairing, repository } = bench
  require(given.onchain_job_id === offer.jobId && given.attempt === 1, 'it is for another job or attempt')
  const domain = escrowDomain(plane.chainId, plane.escrow)
  const attempt = { jobId: BigInt(offer.jobId), attempt: 1 }
  if (given.outcome !== 'completed') {
    await requireSigned(pairing.key, { name: 'Release', domain, message: attempt }, given.signature)
    return `given back, signed: ${given.reason}`
  }
  const { changes, tree_id, base_commit } = given
  require(base_commit === repository.commit, 'it is of another base commit')
  const [wrong] = pathProblems(changes, held)
  require(wrong === undefined, `${wrong?.path} ${wrong?.message}`)
  require(repository.treeWith(changes) === tree_id, 'git makes another tree of the changes')
  const facts = { chain_id: plane.chainId, escrow: plane.escrow, onchain_job_id: offer.jobId, attempt: 1 }
  const place = { agent: plane.wallet, repository_id: repositoryId, base_commit, tree_id }
  const resultCommitment = commitResult({ ...facts, ...place }, changes)
  require(given.result_commitment === resultCommitment, 'the result’s commitment is not what it hashes to')
  const message = { ...attempt, resultCommitment }
  await requireSigned(pairing.key, { name: 'Submission', domain, message }, given.signature)
  return `${changes.map(({ path }) => path).join(', ')} changed, signed Submission`
}
