import type { z } from 'zod'
import type { listPublicFacetsEndpoint } from '../../api/discovery.ts'
import type { Facet } from '../../data/public-issue-facets.ts'
import type { PublicIssueRow } from '../../data/public-issue-list.ts'
import type { IssueFilter } from '../../domain/discovery.ts'
import type { JobState } from '../../domain/job.ts'
import { toMoney } from '../../domain/money.ts'
import { type NamedIssue, namedIssue } from '../../domain/named-issue.ts'
import { issueList, type ListInput } from '../../usecases/discovery/list-issues.ts'
import type { PublicIssueView } from '../../usecases/discovery/read-issue.ts'
import { releasedFiles } from '../../usecases/drafts/sealed-drafts.ts'
import { keyWithin, refuseCursor } from '../../usecases/page.ts'
import { web } from '../web.ts'
import { toTime } from './draft-reply.ts'
import { toPublicVerdict } from './public-verdict-reply.ts'
import { toClientReputationReply } from './reputation-reply.ts'

type Query = z.output<NonNullable<typeof listPublicFacetsEndpoint.query>>

export function parseFilter(query: Query): IssueFilter {
  const filter = filterOf(query)
  const named = namedIssue(query.q ?? '')
  if (!named || named.isWord || isOther(filter, named)) return filter
  return { ...filter, text: null, number: named.number, repository: named.repository ?? filter.repository }
}

/** Whether the filter names another issue than its search, so that no issue is both. */
function isOther(filter: IssueFilter, { repository, number }: NamedIssue): boolean {
  const isOtherRepository =
    repository !== null && filter.repository !== null && repository.toLowerCase() !== filter.repository.toLowerCase()
  return isOtherRepository || (filter.number !== null && filter.number !== number)
}

function filterOf(query: Query): IssueFilter {
  return {
    text: query.q ?? null,
    languages: query.language ?? [],
    labels: query.label ?? [],
    labelMode: query.label_mode,
    repository: query.repository ?? null,
    owner: query.owner ?? null,
    number: query.number ?? null,
    rewardMin: query.reward_min ?? null,
    rewardMax: query.reward_max ?? null,
    funding: query.funding ?? [],
    age: query.age ?? null,
    commentsMin: query.comments_min ?? null,
    isAssigned: query.unassigned === undefined ? null : !query.unassigned,
  }
}

/** Where the list goes on; a made-up cursor, and one of another order or filter, is refused. */
export function parsePosition(
  search: Pick<ListInput, 'sort' | 'filter'>,
  cursor: string | undefined,
): { position: string; id: number } | null {
  if (cursor === undefined) return null
  const found = /^([\w .:+-]{1,60})\|(\d{1,15})$/.exec(keyWithin(issueList(search), cursor) ?? '')
  if (found) return { position: found[1] ?? '', id: Number(found[2]) }
  throw refuseCursor()
}

export function toPublicIssue(row: PublicIssueRow) {
  const [owner, name] = row.repositoryFullName.split('/')
  return {
    reference: `${owner}:${name}:${row.number}`,
    repository_full_name: row.repositoryFullName,
    number: row.number,
    title: row.title,
    url: `${web().services.settings.cloneOrigin}/${row.repositoryFullName}/issues/${row.number}`,
    state: row.isOpen ? ('open' as const) : ('closed' as const),
    labels: row.labels,
    language: row.language,
    author: row.author,
    comments: row.comments,
    assignees: row.assignees,
    funding: toFunding(row),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}

function toFunding({ onchainJobId, jobState, funding, reward }: PublicIssueRow) {
  if (onchainJobId === null || jobState === null || reward === null) return null
  return {
    state: funding,
    onchain_job_id: onchainJobId.toString(),
    job_state: jobState as JobState,
    reward: toMoney(reward),
  }
}

export function toFacetsReply(facets: readonly Facet[]) {
  return {
    facets: facets.map(({ name, counts, total, isExact }) => ({
      name,
      matches: total,
      exact: isExact,
      values: counts.map(({ value, count, isExact: exact }) => ({ value, count, exact })),
    })),
  }
}

export function toPublicIssueDetail({ issue, warnings, otherJobs, proof }: PublicIssueView) {
  const { chain, settings } = web().services
  const last = Math.max(...(proof?.verdicts.map(({ attempt }) => attempt) ?? []))
  const isPaid = (attempt: number) => proof?.job.state === 'SETTLED' && attempt === last
  return {
    ...toPublicIssue(issue),
    body: issue.body,
    warnings,
    other_jobs: otherJobs.map(({ onchainJobId, state }) => ({ onchain_job_id: onchainJobId, state })),
    proof: proof && {
      chain_id: proof.job.chainId,
      escrow: chain.escrow,
      client_address: proof.job.clientAddress,
      commitments: {
        ref: proof.job.ref,
        task: proof.snapshot.taskCommitment,
        policy: proof.snapshot.policyCommitment,
      },
      task_document: { ...proof.snapshot.taskDocument },
      policy_document: { ...proof.snapshot.policyDocument },
      sealed_files: releasedFiles(web().services.vault, proof.job, proof.snapshot),
      budget: toMoney(proof.job.budget),
      held: toMoney(proof.job.held),
      open_until: toTime(proof.job.openUntil),
      client_reputation: toClientReputationReply(proof.client),
      transaction_hash: proof.job.transactionHash,
      block_number: proof.job.blockNumber.toString(),
      explorer_url: settings.explorerUrl && `${settings.explorerUrl}/tx/${proof.job.transactionHash}`,
      verdicts: proof.verdicts.map((row) => toPublicVerdict(row, isPaid(row.attempt))),
    },
  }
}
