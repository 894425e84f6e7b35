import { isIP } from 'node:net'
import { isDomainName, isLoopback, isPublic } from '../outbound/public-address.ts'
import type { RuntimeAddress } from '../ports/runtimes.ts'
import { RuntimeError } from './runtime-failures.ts'

/** Where to send a call, and which addresses may answer there. */
export type Place = { url: URL; isAllowed: (address: string) => boolean }

const bases = /^(\/[A-Za-z0-9_-]+)*\/?$/

/**
 * The place of an endpoint of a runtime: https at a public name, or http at one of the exact loopback places. Throws
 * `not_allowed` for literals, names without a domain, ports of other services, and anything that an URL would rewrite.
 */
export function placeOf(address: RuntimeAddress, endpoint: string, loopback: ReadonlySet<string>): Place {
  const { host, port, base } = address
  if (base.length > 200 || !bases.test(base)) throw new RuntimeError('not_allowed')
  const path = `${base.replace(/\/$/, '')}${endpoint}`
  if (port !== null && loopback.has(`${host}:${port}`))
    return { url: new URL(`http://${host}:${port}${path}`), isAllowed: isLoopback }

  const isPort = port === null || port === 443 || (Number.isInteger(port) && port >= 1024 && port <= 65_535)
  if (!isPort || !isDomainName(host)) throw new RuntimeError('not_allowed')
  const url = new URL(`https://${host}:${port ?? 443}${path}`)
  if (url.hostname !== host) throw new RuntimeError('not_allowed')
  return { url, isAllowed: isPublic }
}

/** The configured places. Throws for one that is not this machine by name or number, with a port. */
export function readLoopback(places: readonly string[]): ReadonlySet<string> {
  for (const place of places) {
    const [, host = '', port] = /^(localhost|[\d.]+|\[[0-9a-f:]+\]):(\d{1,5})$/.exec(place) ?? []
    const literal = host.replace(/^\[(.*)\]$/, '$1')
    const isHere = host === 'localhost' || (isIP(literal) > 0 && isLoopback(literal))
    if (!isHere || Number(port) < 1 || Number(port) > 65_535)
      throw new TypeError(`not a loopback place of the form host:port: ${place}`)
  }
  return new Set(places)
}
