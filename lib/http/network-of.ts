import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { plainAddress } from './plain-address.ts'

/**
 * The part of an address that one network holder has: a v4 address, or the first 64 bits of a v6 one, always spelled the
 * same. Ports that proxies add do not count.
 */
export function networkOf(address: string): string {
  const host = plainAddress(address)
  if (!isIPv6(host)) return host
  const parsed = ipaddr.IPv6.parse(host)
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
