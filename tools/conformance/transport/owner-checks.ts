import type { Bench } from '../bench.ts'
import { NotChecked, require } from '../broken.ts'
import type { Check } from '../check.ts'
import { requireRefused } from '../pairing/challenge.ts'
import { claimAfterChallenge, requireReceipt, sendClaim } from '../pairing/claim.ts'
import { readPairingToken } from '../pairing-token.ts'
import { hashOf } from '../plane/credentials.ts'
import { randomAddress } from '../plane/plane.ts'
import { until } from '../until.ts'
import { beats } from './beats.ts'
import { rotate } from './rotation-checks.ts'

/** What the owner's password opens at the console. */
export const ownerChecks: Check[] = [
  {
    rule: 'asked by its owner, the runtime wants a rotation and carries it out',
    run: async (bench) => {
      const { status } = await bench.runtime.post('/service/connect/rotate', {}, ownerOf(bench))
      require(status === 200, `/service/connect/rotate was answered ${status}`)
      await until('heartbeat with wants_rotation', () => beats(bench).at(-1)?.body.wants_rotation === true)
      return rotate(bench, { losesAnswer: false })
    },
  },
  {
    rule: 'a later pairing with another chain or escrow is refused',
    run: async (bench) => {
      await openToken(bench)
      const other = { chain_id: bench.plane.chainId + 1 }
      requireRefused('another chain', await sendClaim(bench, await claimAfterChallenge(bench, other)))
      const escrow = await claimAfterChallenge(bench, { escrow: randomAddress() })
      requireRefused('another escrow', await sendClaim(bench, escrow))
      return 'both refused'
    },
  },
  {
    rule: 'paired again, the runtime uses the new credential',
    run: async (bench) => {
      const { plane } = bench
      await openToken(bench)
      const epoch = plane.configuration.credential.epoch + 1
      const claim = await claimAfterChallenge(bench, { credential: plane.credentials.issue(), epoch })
      await requireReceipt(bench, claim, await sendClaim(bench, claim))
      await until('call with it', () => plane.credentials.current() === hashOf(claim.credential), 30_000)
      return 'the one before is ended'
    },
  },
]

/** Makes the console show another pairing token. */
async function openToken(bench: Bench): Promise<void> {
  const { status, json } = await bench.runtime.post('/service/console/pairing-token', {}, ownerOf(bench))
  if (status === 404) throw new NotChecked('this console gives out no pairing tokens to programs')
  require(status === 200, `/service/console/pairing-token was answered ${status}`)
  const { token } = readPairingToken(String(json.pairing_token))
  bench.pairing = { ...bench.pairing, token }
}

function ownerOf({ password }: Bench): Record<string, string> {
  if (password === undefined) throw new NotChecked('the owner’s password was not given (--password)')
  return { authorization: `Basic ${Buffer.from(`owner:${password}`).toString('base64')}` }
}
