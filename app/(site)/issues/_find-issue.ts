import { notFound } from 'next/navigation'
import { cache } from 'react'
import { getPublicIssueEndpoint } from '#lib/api/discovery.ts'
import { isStorable } from '#lib/domain/storable.ts'
import { toPublicIssueDetail } from '#lib/http/replies/discovery-reply.ts'
import { type PublicIssueView, readPublicIssue } from '#lib/usecases/discovery/read-issue.ts'
import { readPage } from '../../_session.ts'
import type { PublicIssueDetail } from './_issue.ts'

export type FoundIssue = { issue: PublicIssueDetail; proof: PublicIssueView['proof'] }

/** The issue of an address, read once per request; an unknown or malformed one leads to the not-found page. */
export const findIssue = cache(async (segment: string): Promise<FoundIssue> => {
  const parsed = getPublicIssueEndpoint.params?.safeParse({ reference: decodeURIComponent(segment) })
  if (!parsed?.success || !isStorable(parsed.data)) notFound()
  const [owner, name, number] = parsed.data.reference.split(':')
  const place = { fullName: `${owner}/${name}`, number: Number(number) }
  const view = await readPage((ctx) => readPublicIssue(ctx, place))
  return { issue: toPublicIssueDetail(view), proof: view.proof }
})
