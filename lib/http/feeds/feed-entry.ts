import type { PublicIssueRow } from '../../data/public-issue-list.ts'
import { amountText } from '../../domain/money.ts'
import { cleanText, toHtml } from './clean-text.ts'

/** Where a feed is read, and where its issues are shown. */
export type FeedPlace = {
  origin: string
  /** Of the repository host. */
  hostOrigin: string
  /** Path and query of the feed itself. */
  target: string
}

/** An issue as every kind of feed tells it; all parts but `html` are plain text. */
export type FeedEntry = {
  id: string
  url: string
  hostUrl: string
  title: string
  author: string
  categories: string[]
  html: string
  published: Date
  updated: Date
}

const fundingTexts = {
  unfunded: 'Not funded yet.',
  open: 'Open for work: pays',
  in_progress: 'In progress: pays',
  settled: 'Settled: paid',
} as const

export function toEntry(row: PublicIssueRow, { origin, hostOrigin }: FeedPlace): FeedEntry {
  const hostUrl = `${hostOrigin}/${row.repositoryFullName}/issues/${row.number}`
  const categories = [...row.labels, ...(row.language === null ? [] : [row.language]), `funding: ${row.funding}`]
  return {
    id: `tag:${new URL(origin).hostname},2026:public-issue/${row.id}`,
    url: `${origin}/issues/${row.repositoryFullName.replace('/', ':')}:${row.number}`,
    hostUrl,
    title: cleanText(row.title),
    author: cleanText(row.author),
    categories: categories.map(cleanText),
    html: `${htmlOfFunding(row)}${htmlOfPlace(row, hostUrl)}`,
    published: row.createdAt,
    updated: row.updatedAt,
  }
}

function htmlOfFunding({ funding, reward }: PublicIssueRow): string {
  const text = fundingTexts[funding]
  if (reward === null || text === fundingTexts.unfunded) return `<p>${fundingTexts.unfunded}</p>`
  return `<p>${text} ${amountText(reward)}.</p>`
}

function htmlOfPlace(row: PublicIssueRow, hostUrl: string): string {
  const place = `<a href="${toHtml(hostUrl)}">${toHtml(row.repositoryFullName)} #${row.number}</a>`
  const comments = row.comments === 1 ? '1 comment' : `${row.comments} comments`
  return `<p>${place} by ${toHtml(row.author)}, ${comments}</p>`
}
