import type { SnapshotRow } from '../../data/drafts.ts'
import type { ResultDocument } from '../../domain/result.ts'

/** Fixed texts with numbers and hashes alone: no word of issue, worker or verifier reaches what continuous integration reads. */
export type PublishedTexts = { commit: string; title: string; body: string; checkTitle: string; checkSummary: string }

export function publishedTexts(source: {
  result: ResultDocument
  commitment: string
  snapshot: SnapshotRow
  /** The same at every attempt, so that a repeated commit is the same commit. */
  jobUrl: string
  proofUrl: string
  passes: number
}): PublishedTexts {
  const { result, commitment, snapshot, jobUrl, proofUrl, passes } = source
  const { onchain_job_id: id, attempt, chain_id: chainId, escrow } = result
  const issue = snapshot.taskDocument.issue.number
  const facts = [
    `- Chain ${chainId}, escrow \`${escrow}\`, job ${id}, attempt ${attempt}`,
    `- Task commitment \`${snapshot.taskCommitment}\``,
    `- Policy commitment \`${snapshot.policyCommitment}\``,
    `- Result commitment \`${commitment}\``,
    `- Git tree \`${result.tree_id}\` on base commit \`${result.base_commit}\``,
    `- ${passes} of ${snapshot.verifiers} independent verifiers passed it; ${snapshot.quorum} were needed`,
  ].join('\n')
  return {
    commit: `Apply the settled result of job ${id}\n\nResult commitment: ${commitment}\nJob: ${jobUrl}\n`,
    title: `Settled result of job ${id}`,
    body: `This is the result of job ${id} for #${issue}, made by a worker from outside this repository. Nobody has reviewed it yet. Read every change before you merge it: the verifiers ran the job’s commands and nothing else.\n\n${facts}\n\n[The job and its proof](${proofUrl})\n`,
    checkTitle: `${passes} of ${snapshot.verifiers} verifiers passed this tree`,
    checkSummary: `The tree of this commit is the one that the escrow settled.\n\n${facts}\n`,
  }
}
