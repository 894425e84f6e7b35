import { notFound } from 'next/navigation'
import { cache } from 'react'
import type { z } from 'zod'
import { readPage } from '#app/_session.ts'
import { getPublicProofEndpoint, type proof } from '#lib/api/proofs.ts'
import { isFailure } from '#lib/domain/failure.ts'
import { pageOf } from '#lib/domain/page-of.ts'
import { toProofReply } from '#lib/http/replies/proof-reply.ts'
import { readPublicProof } from '#lib/usecases/proofs/read-proof.ts'

export type ProofView = z.input<typeof proof>
/** `running` until the job has ended, when its issue shows how it stands; `reading` until its transfers were read. */
export type FoundProof = { proof: ProofView } | { proof: null; why: 'running' | 'reading'; issueHref?: string }

/** The proof of an address, read once per request; an unknown, private or malformed one leads to the not-found page. */
export const findProof = cache(async (segment: string): Promise<FoundProof> => {
  const parsed = getPublicProofEndpoint.params?.safeParse({ onchain_job_id: segment })
  if (!parsed?.success) notFound()
  const id = BigInt(parsed.data.onchain_job_id)
  return readPage(async (ctx) => {
    try {
      return { proof: toProofReply(await readPublicProof(ctx, { id }), 'anyone') }
    } catch (error) {
      if (isFailure(error) && error.code === 'state_conflict') {
        const issueHref = error.nextActions.map(pageOf).find((href) => href !== undefined)
        return { proof: null, why: 'running', ...(issueHref && { issueHref }) }
      }
      if (isFailure(error) && error.code === 'unavailable') return { proof: null, why: 'reading' }
      throw error
    }
  })
})
