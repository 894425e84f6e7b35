import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RateClass } from '../../api/endpoint.ts'
import { type Failure, isFailure } from '../../domain/failure.ts'
import { networkOf } from '../network-of.ts'
import { peerOf } from '../peer.ts'
import { plainPage } from '../plain-page.ts'
import { web } from '../web.ts'

/** Files of the build and of `public/`; they cost no more than reading them. */
const builtFiles =
  /^\/(_next\/static\/|(icon\.svg|changes-worker\.js|offline-worker\.js|offline\.js|screenshot\.png|favicon\.ico|site\.webmanifest|llms\.txt)$)/
// The pages answer with and without a slash at the end.
const drawnImages = /^\/issues\/([^/]+\/)?preview\/?$/

/** Counts a page or a drawn image for the caller's network. Answers, and resolves to false, when it is one too many. */
export async function countPage(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const rate = rateOf((request.url ?? '').split('?', 1)[0] ?? '')
  if (!rate) return true
  const rateHeaders = new Headers()
  try {
    const sent = { get: (name: string) => request.headers[name]?.toString() ?? null }
    await web().rateLimiter.count(rate, networkOf(peerOf({ headers: sent })), rateHeaders)
    return true
  } catch (error) {
    if (!isFailure(error)) throw error
    refuse(response, error, rateHeaders)
    return false
  }
}

function rateOf(path: string): RateClass | undefined {
  if (builtFiles.test(path)) return undefined
  return drawnImages.test(path) ? 'image' : 'page'
}

function refuse(response: ServerResponse, failure: Failure, rateHeaders: Headers): void {
  for (const [name, value] of rateHeaders) response.setHeader(name, value)
  response.setHeader('retry-after', String(failure.retryAfterSeconds ?? 60))
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader('cache-control', 'private, no-store')
  response.writeHead(429).end(plainPage('Too many requests', `${failure.message} Wait a minute, then reload.`))
}
