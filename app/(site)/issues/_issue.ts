import type { ReplyOf } from '#lib/client/api.ts'

export type PublicIssue = ReplyOf<'listPublicIssues'>['data'][number]
export type PublicIssueDetail = ReplyOf<'getPublicIssue'>
