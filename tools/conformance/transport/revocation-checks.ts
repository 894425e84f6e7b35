import type { Bench } from '../bench.ts'
import { require } from '../broken.ts'
import type { Check } from '../check.ts'
import { readHealth } from '../pairing/console-checks.ts'
import { pause, until } from '../until.ts'
import { makeSeat, slowDocuments } from '../verifier/seat.ts'
import { makeOffer, pendingAnswer, requireAccepted } from '../worker/offer.ts'
import { beats } from './beats.ts'

const quietMs = 8_000
/** Calls that were on their way when the first one was refused. */
const graceMs = 1_000

/** The end of it all: nothing can be looked at after these. */
export const revocationChecks: Check[] = [
  {
    rule: 'after 401 credential_revoked the runtime stops calling, in the middle of work too',
    run: async (bench) => {
      const { plane } = bench
      await beginWork(bench)
      plane.credentials.revokeAll()
      const before = plane.refused.length
      await until('call that could be refused', () => plane.refused.length > before, 30_000)
      await pause(graceMs)
      const after = plane.refused.length
      await pause(quietMs)
      const more = plane.refused.length - after
      require(more === 0, `${more} calls in ${quietMs / 1_000} s`)
      return `${after - before} refused, none in the ${quietMs / 1_000} s after`
    },
  },
  {
    rule: 'after 401 credential_revoked /service/health says that it is not connected, and not busy',
    run: async (bench) => {
      const { connected, state } = await readHealth(bench)
      require(connected === false, `connected: ${String(connected)}`)
      require(state !== 'busy', 'it is busy')
      return `connected: false, ${String(state)}`
    },
  },
]

/** Gives the runtime something to do that does not end on its own. */
async function beginWork(bench: Bench): Promise<void> {
  if (bench.plane.role === 'worker') return requireAccepted(bench, makeOffer(bench, { onAsk: pendingAnswer }))
  if (bench.isWithoutWork) return
  makeSeat(bench, { documents: slowDocuments(bench) })
  await until('heartbeat of a busy runtime', () => beats(bench).at(-1)?.body.state === 'busy')
}
