import ipaddr from 'ipaddr.js'

/** Azure's platform services, which its machines reach at an address that looks public. */
const platform = ipaddr.parse('168.63.129.16')
/** All that is assigned for the public internet; ranges outside of it are tunnels, translations or unassigned. */
const publicSix = ipaddr.IPv6.parseCIDR('2000::/3')

const domainNames = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/

/** Whether a host is a name within a domain, not a literal address and not a name of this network alone. */
export function isDomainName(host: string): boolean {
  return domainNames.test(host)
}

/** Whether a literal address is one host of the public internet, also when it is an IPv4 one mapped into IPv6. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast' || parsed.toString() === platform.toString()) return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(publicSix)
}

/** Whether a literal address is this machine itself. */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}
