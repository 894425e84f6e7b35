import type { ReplyOf } from '#lib/client/api.ts'

export type Job = ReplyOf<'getJob'>

export type JobExit = Job['exits'][number]

export type JobAccounts = Job['accounts']

export type Publication = NonNullable<Job['publication']>

export type JobResult = ReplyOf<'getJobResult'>
