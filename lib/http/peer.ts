import { web } from './web.ts'

/** The caller's address: what the nearest trusted proxy saw, or the socket's peer, which the server notes. */
export function peerOf(request: Request): string {
  const trusted = web().env.TRUSTED_PROXIES
  const hops = trusted > 0 ? (request.headers.get('x-forwarded-for') ?? '').split(',') : []
  return hops.at(-trusted)?.trim() || request.headers.get('x-jobwright-peer') || 'unknown'
}
