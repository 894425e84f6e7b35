import ipaddr from 'ipaddr.js'

/** The network that CIDR notation names, in its shortest form; undefined for any other text. */
export function readNetwork(text: string): string | undefined {
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(text)) return written(ipaddr.IPv4.networkAddressFromCIDR(text), text)
  // A zone is known to one machine only, and a mapped address is an IPv4 one, whose network is written as such.
  if (text.includes('%') || !ipaddr.IPv6.isValidCIDR(text)) return undefined
  const base = ipaddr.IPv6.networkAddressFromCIDR(text)
  return base.isIPv4MappedAddress() ? undefined : written(base, text)
}

function written(base: ipaddr.IPv4 | ipaddr.IPv6, text: string): string {
  return `${base.toString()}/${ipaddr.parseCIDR(text)[1]}`
}

/** Whether an address lies in one of these networks; what is no address lies in none. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return networks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network)
    return base.kind() === parsed.kind() && parsed.match(base, bits)
  })
}

/** What one holder of addresses usually has around this one: /24 of IPv4, /48 of IPv6. */
export function neighbourhoodOf(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return undefined
  const parsed = ipaddr.process(address)
  const plain = parsed.toString().split('%')[0]
  return readNetwork(`${plain}/${parsed.kind() === 'ipv4' ? 24 : 48}`)
}
