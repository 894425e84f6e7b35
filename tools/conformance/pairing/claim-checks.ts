import { randomBytes, randomUUID } from 'node:crypto'
import type { Bench, Claim } from '../bench.ts'
import { NotChecked, require } from '../broken.ts'
import type { Check } from '../check.ts'
import { challengeOf, newNonce, requireRefused, sendChallenge } from './challenge.ts'
import { claimAfterChallenge, requireReceipt, sendClaim } from './claim.ts'

/** While a token is open, up to the claim that uses it up, and after it. */
export const claimChecks: Check[] = [
  {
    rule: 'claims with another token are refused, and do not use the token up',
    run: async (bench) => {
      const { token } = bench.pairing
      const others = [
        randomBytes(32).toString('base64url'),
        `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
        '',
      ]
      for (const other of others) await requireClaimRefused(bench, 'a claim with another token', { token: other })
      return `${others.length} tokens refused`
    },
  },
  {
    rule: 'claims with other nonces, or for another agent, than were challenged are refused',
    run: async (bench) => {
      const stale = await claimAfterChallenge(bench)
      await requireClaimRefused(bench, 'a claim with the nonce of another challenge', { nonce: stale.nonce })
      await requireClaimRefused(bench, 'a claim with an unknown nonce', { nonce: newNonce() })
      await requireClaimRefused(bench, 'a claim with an unknown runtime_nonce', { runtime_nonce: newNonce() })
      await requireClaimRefused(bench, 'a claim for another agent', { agent_id: randomUUID() })
      return '4 claims refused'
    },
  },
  {
    rule: 'a claim whose api_base_url has another origin is refused',
    run: async (bench) => {
      const { origin } = bench.plane
      const others = ['https://other.example', `${origin}@other.example/`, `${origin}1`, 'not a url']
      for (const other of others) await requireClaimRefused(bench, `a claim with ${other}`, { api_base_url: other })
      return `${others.length} addresses refused`
    },
  },
  {
    rule: 'claims that are not whole are refused',
    run: async (bench) => {
      for (const field of ['escrow', 'credential', 'runtime_nonce']) {
        const claim = await claimAfterChallenge(bench)
        const reply = await bench.runtime.post('/service/connect/claim', { ...claim, [field]: undefined })
        requireRefused(`a claim without ${field}`, reply)
      }
      return 'without escrow, credential, runtime_nonce'
    },
  },
  {
    rule: 'the right claim is answered with the hash of its credential, signed',
    run: async (bench) => {
      const claim = await claimAfterChallenge(bench, { credential: bench.plane.credentials.issue() })
      const reply = await sendClaim(bench, claim)
      await requireReceipt(bench, claim, reply)
      bench.claimed = { claim, answer: reply.text }
      return String(reply.json.credential_hash)
    },
  },
  {
    rule: 'the very same claim again gets the very same answer',
    run: async (bench) => {
      const { claim, answer } = requireClaimed(bench)
      const reply = await sendClaim(bench, claim)
      require(reply.status === 200 && reply.text === answer, `it was answered ${reply.status} ${reply.text}`)
      return 'byte for byte'
    },
  },
  {
    rule: 'the token is used up: another claim with it is refused',
    run: async (bench) => {
      const { claim } = requireClaimed(bench)
      const changed: Partial<Claim>[] = [
        { credential: `jwr_${randomUUID()}_${randomBytes(32).toString('base64url')}` },
        { epoch: claim.epoch + 1 },
        { chain_id: claim.chain_id + 1 },
      ]
      for (const changes of changed)
        requireRefused(
          `a claim with another ${Object.keys(changes)[0]}`,
          await sendClaim(bench, { ...claim, ...changes }),
        )
      return `${changed.length} claims refused`
    },
  },
  {
    rule: 'a challenge is refused while no token is open, a replayed one too',
    run: async (bench) => {
      const { claim } = requireClaimed(bench)
      requireRefused('a challenge without an open token', await sendChallenge(bench, challengeOf(bench)))
      const reply = await sendChallenge(bench, challengeOf(bench, { nonce: claim.nonce }))
      requireRefused('a replayed challenge', reply)
      return `refused with ${reply.status}`
    },
  },
]

/** The claim is right but for the changes. */
async function requireClaimRefused(bench: Bench, what: string, changes: Partial<Claim>): Promise<void> {
  requireRefused(what, await sendClaim(bench, await claimAfterChallenge(bench, changes)))
}

function requireClaimed({ claimed }: Bench) {
  if (!claimed) throw new NotChecked('the right claim was not taken')
  return claimed
}
