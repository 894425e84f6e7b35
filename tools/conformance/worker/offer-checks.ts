import { require } from '../broken.ts'
import type { Check } from '../check.ts'
import { hungUp, problem } from '../plane/answer.ts'
import { nextConfiguration } from '../plane/bodies.ts'
import { randomAddress } from '../plane/plane.ts'
import { untilNotRunning } from '../transport/beats.ts'
import { pause, until } from '../until.ts'
import { cancel, offering, pendingAnswer } from './offer.ts'

const quietMs = 4_000

/** Offers and what is said before there is a task: nothing is worked on. */
export const offerChecks: Check[] = [
  {
    rule: 'an offer is accepted by an OfferAcceptance for the chain and escrow of the claim',
    run: (bench) => offering(bench, { onAsk: pendingAnswer }, async ({ asked }) => String(asked[0]?.body.signature)),
  },
  {
    rule: 'until the assignment is on chain the same acceptance is sent again, also after lost answers',
    run: (bench) => {
      const onAsk = (offer: Parameters<typeof pendingAnswer>[0]) =>
        offer.asked.length === 2 ? hungUp : pendingAnswer(offer)
      return offering(bench, { onAsk }, async ({ asked }) => {
        await until('four askings', () => asked.length >= 4, 30_000)
        const signatures = new Set(asked.map(({ body }) => body.signature))
        require(signatures.size === 1, `${signatures.size} different signatures`)
        return `asked ${asked.length} times`
      })
    },
  },
  {
    rule: 'a cancelled offer is dropped',
    run: (bench) =>
      offering(bench, { onAsk: pendingAnswer }, async (offer) => {
        cancel(bench, offer)
        await untilNotRunning(bench, offer.id)
        return requireQuiet(offer.asked)
      }),
  },
  {
    rule: '409 attempt_superseded instead of the task ends the work',
    run: (bench) => {
      const onAsk = (offer: Parameters<typeof pendingAnswer>[0]) =>
        offer.asked.length < 2 ? pendingAnswer(offer) : problem('attempt_superseded')
      return offering(bench, { onAsk }, async (offer) => {
        await until('second asking', () => offer.asked.length >= 2)
        offer.isOver = true
        bench.plane.heartbeatOverrides = {}
        await untilNotRunning(bench, offer.id)
        return requireQuiet(offer.asked)
      })
    },
  },
  {
    rule: 'a configuration with another chain or escrow changes nothing of what is signed',
    run: async (bench) => {
      const { plane } = bench
      const own = plane.configuration.chain
      const other = { ...own, chain_id: plane.chainId + 1, escrow: randomAddress() }
      plane.configuration = nextConfiguration(plane.configuration, { chain: other })
      const restored = pause(quietMs).then(() => {
        plane.configuration = nextConfiguration(plane.configuration, { chain: own })
      })
      return offering(
        bench,
        { onAsk: pendingAnswer },
        async () => 'the acceptance is for the chain of the claim',
      ).finally(() => restored)
    },
  },
]

async function requireQuiet(asked: readonly unknown[]): Promise<string> {
  const before = asked.length
  await pause(quietMs)
  require(asked.length === before, `asked ${asked.length - before} more times`)
  return `asked ${before} times, then no more`
}
