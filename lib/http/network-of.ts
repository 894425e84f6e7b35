import { isIPv6 } from 'node:net'

/**
 * The part of an address that one network holder has: a v4 address, or the first 64 bits of a v6 one, always spelled the
 * same. Ports that proxies add do not count.
 */
export function networkOf(address: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(address) ?? []
  const host = (bracketed ?? address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')).replace(/%.*$/, '')
  if (!isIPv6(host)) return host
  const groups = groupsOf(host)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff) return dotted(groups)
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight numbers of a v6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail = ''] = address.split('::').map(inHex)
  const [before, after] = [head, tail].map((part) => part.split(':').filter(Boolean))
  const missing = 8 - (before?.length ?? 0) - (after?.length ?? 0)
  const zeros = Array.from({ length: missing }, () => '0')
  return [...(before ?? []), ...zeros, ...(after ?? [])].map((group) => Number.parseInt(group, 16))
}

/** Writes a v4 address at the end as two groups. */
function inHex(part: string): string {
  return part.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
}

function dotted(groups: readonly number[]): string {
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}
