import { notFound } from 'next/navigation'
import { cache } from 'react'
import { readPage } from '#app/_session.ts'
import { getPublicWorkerEndpoint } from '#lib/api/public-workers.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import { toPublicWorkerReply } from '#lib/http/replies/public-worker-reply.ts'
import { readPublicWorker } from '#lib/usecases/agents/read-public-worker.ts'

export type Worker = ReplyOf<'getPublicWorker'>

/** The worker of an address, read once per request; an unknown or malformed one leads to the not-found page. */
export const findWorker = cache((segment: string): Promise<Worker> => {
  const parsed = getPublicWorkerEndpoint.params?.safeParse({ address: segment })
  if (!parsed?.success) notFound()
  const address = parsed.data.address as `0x${string}`
  return readPage(async (ctx) => toPublicWorkerReply(await readPublicWorker(ctx, { address })))
})
