import type { z } from 'zod'
import type { listPublicFacetsEndpoint } from '../../api/discovery.ts'
import { publicIssue, publicIssueDetail } from '../../api/discovery.ts'
import type { Facet } from '../../data/public-issue-facets.ts'
import type { PublicIssueRow } from '../../data/public-issue-list.ts'
import type { IssueFilter } from '../../domain/discovery.ts'
import type { JobState } from '../../domain/job.ts'
import { type NamedIssue, namedIssue } from '../../domain/named-issue.ts'
import { issueList, type ListInput } from '../../usecases/discovery/list-issues.ts'
import type { PublicIssueView } from '../../usecases/discovery/read-issue.ts'
import { releasedFiles } from '../../usecases/drafts/sealed-drafts.ts'
import { keyWithin, refuseCursor } from '../../usecases/page.ts'
import { toWire } from '../to-wire.ts'
import { web } from '../web.ts'
import { toPublicVerdict } from './public-verdict-reply.ts'

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
  return toWire(publicIssue, describeIssue(row))
}

function describeIssue(row: PublicIssueRow) {
  const [owner, name] = row.repositoryFullName.split('/')
  return {
    ...row,
    reference: `${owner}:${name}:${row.number}`,
    url: `${web().services.settings.cloneOrigin}/${row.repositoryFullName}/issues/${row.number}`,
    state: row.isOpen ? ('open' as const) : ('closed' as const),
    funding: toFunding(row),
  }
}

function toFunding({ onchainJobId, jobState, funding, reward }: PublicIssueRow) {
  if (onchainJobId === null || jobState === null || reward === null) return null
  return { state: funding, onchainJobId, jobState: jobState as JobState, reward }
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
  return toWire(publicIssueDetail, {
    ...describeIssue(issue),
    body: issue.body,
    warnings,
    otherJobs,
    proof: proof && {
      ...proof.job,
      escrow: chain.escrow,
      commitments: {
        ref: proof.job.ref,
        task: proof.snapshot.taskCommitment,
        policy: proof.snapshot.policyCommitment,
      },
      taskDocument: { ...proof.snapshot.taskDocument },
      policyDocument: { ...proof.snapshot.policyDocument },
      sealedFiles: releasedFiles(web().services.vault, proof.job, proof.snapshot),
      clientReputation: proof.client,
      explorerUrl: settings.explorerUrl && `${settings.explorerUrl}/tx/${proof.job.transactionHash}`,
      verdicts: proof.verdicts.map((row) => toPublicVerdict(row, isPaid(row.attempt))),
    },
  })
}
