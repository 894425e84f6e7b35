import type { ReplyOf } from '#lib/client/api.ts'

export type Draft = ReplyOf<'getDraft'>
