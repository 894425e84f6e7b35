import { createHmac } from 'node:crypto'
import { keccak256 } from 'viem'
import { namingsMax } from '../domain/job.ts'
import type { Address, Hash } from '../ports/chain.ts'
import type { DrawOf, DrawSecrets } from '../ports/draw-secrets.ts'

/**
 * Derives the secrets from the dispatcher's key, so that a crash or a restored backup loses none. `retiredKeys` still open
 * what they bound, and bind nothing any more.
 */
export function createDrawSecrets(options: {
  chainId: number
  escrow: Address
  key: Hash
  retiredKeys: readonly Hash[]
}): DrawSecrets {
  const { chainId, escrow, key, retiredKeys } = options
  const chainOf = (secretKey: Hash, { jobId, offerId }: DrawOf): Hash[] => {
    const place = ['jobwright/draw', chainId, escrow.toLowerCase(), jobId, offerId].join('\n')
    const last: Hash = `0x${createHmac('sha256', Buffer.from(secretKey.slice(2), 'hex'))
      .update(place)
      .digest('hex')}`
    const links = [last]
    for (let made = 0; made < namingsMax; made += 1) links.unshift(keccak256(links[0] ?? last))
    return links
  }
  return {
    commitment: (draw) => chainOf(key, draw)[0] ?? '0x',
    opening: (draw, drawCommit) => {
      for (const one of [key, ...retiredKeys]) {
        const links = chainOf(one, draw)
        const place = links.indexOf(drawCommit)
        if (place >= 0) return links[place + 1]
      }
      return undefined
    },
  }
}
