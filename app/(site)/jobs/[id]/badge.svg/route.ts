import { receiptText } from '#app/_text/receipt.ts'
import { stateText } from '#app/_text/records.ts'
import { isFailure } from '#lib/domain/failure.ts'
import { amountText } from '#lib/domain/money.ts'
import { requestContext } from '#lib/http/session.ts'
import { web } from '#lib/http/web.ts'
import { readPublicProof } from '#lib/usecases/proofs/read-proof.ts'
import { drawBadge } from './_draw-badge.ts'

const { badge: text } = receiptText
const colours: Record<string, string> = { SETTLED: '#0b7a5c', REJECTED: '#b3261e' }
const grey = '#59626d'

/** How a job of a public repository ended, as a small drawing; 404 for every other one. */
export async function GET(request: Request, route: { params: Promise<{ id: string }> }): Promise<Response> {
  const { id } = await route.params
  const { status, words, colour, caching = 'public, max-age=300' } = await said(request, id)
  return new Response(drawBadge(words, colour), {
    status,
    headers: { 'content-type': 'image/svg+xml', 'cache-control': caching },
  })
}

type Said = { status: number; words: string; colour: string; caching?: string }

async function said(request: Request, id: string): Promise<Said> {
  if (!/^[1-9]\d{0,77}$/.test(id)) return { status: 404, words: text.unknown, colour: grey }
  try {
    const ctx = await requestContext(request, crypto.randomUUID())
    const { job, snapshot } = await web().services.watch.during(() => readPublicProof(ctx, { id: BigInt(id) }))
    const state = (stateText[job.state] ?? job.state).toLowerCase()
    const paid = job.state === 'SETTLED' ? ` · ${amountText(snapshot.reward)}` : ''
    return { status: 200, words: `${state}${paid}`, colour: colours[job.state] ?? grey }
  } catch (error) {
    if (!isFailure(error)) throw error
    if (error.code === 'not_found') return { status: 404, words: text.unknown, colour: grey }
    // Nothing could be looked up, which may pass at once.
    return { status: 200, words: text.running, colour: grey, caching: 'no-store' }
  }
}
