import { plainAddress } from './plain-address.ts'
import { web } from './web.ts'

/** Where the server notes the other end of the connection; what a caller sends under this name is dropped. */
export const peerHeader = 'x-jobwright-peer'

/** The caller's bare address: what the nearest trusted proxy saw, or the socket's peer, which the server notes. */
export function peerOf(request: { headers: { get: (name: string) => string | null } }): string {
  const trusted = web().env.TRUSTED_PROXIES
  const hops = trusted > 0 ? (request.headers.get('x-forwarded-for') ?? '').split(',') : []
  return plainAddress(hops.at(-trusted)?.trim() || request.headers.get(peerHeader) || 'unknown')
}
