import { lookup, Resolver } from 'node:dns/promises'
import type { Resolve } from './guarded-connector.ts'

const timeoutMs = 2_000
const tries = 2

/**
 * Finds addresses by DNS alone. The system's own look-up would hold one of this program's few threads for each name whose
 * server does not answer, and so delay all others.
 */
export function resolveByDns(): Resolve {
  const resolver = new Resolver({ timeout: timeoutMs, tries })
  return async (hostname, options) => {
    if (hostname === 'localhost') return lookup(hostname, options)
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    return [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ]
  }
}
