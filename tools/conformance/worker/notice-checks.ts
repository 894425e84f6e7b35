import { escrowDomain } from '#lib/domain/signed-messages.ts'
import type { Bench } from '../bench.ts'
import { require } from '../broken.ts'
import type { Check } from '../check.ts'
import { problem } from '../plane/answer.ts'
import { inSeconds } from '../plane/bodies.ts'
import { requireSigned } from '../signatures.ts'
import { beats, telling, untilBeats } from '../transport/beats.ts'
import { until } from '../until.ts'
import { type Offer, offering } from './offer.ts'

type Objection = { onchain_job_id: string; attempt: number; signature: string }

/** Announced ends of attempts: of one that is worked on, and of others. */
export const noticeChecks: Check[] = [
  {
    rule: 'the announced end of an attempt that is worked on is objected to, signed for its chain and escrow',
    run: (bench) =>
      working(bench, async (offer) => {
        const objection = await telling(bench, noticeOf(offer.jobId, 1), () => untilObjection(bench))
        require(objection.onchain_job_id === offer.jobId && objection.attempt === 1, 'it is about another attempt')
        const domain = escrowDomain(bench.plane.chainId, bench.plane.escrow)
        const message = { jobId: BigInt(offer.jobId), attempt: 1 }
        await requireSigned(bench.pairing.key, { name: 'ReleaseObjection', domain, message }, objection.signature)
        return 'signed ReleaseObjection'
      }),
  },
  {
    rule: 'a refused objection ends neither heartbeats nor work',
    run: (bench) =>
      working(bench, async (offer) => {
        let refused = 0
        const before = bench.plane.handlers.get('sendHeartbeat')
        if (before)
          bench.plane.handlers.set('sendHeartbeat', (call) => {
            if (!call.body.objections) return before(call)
            refused++
            return problem('release_not_announced')
          })
        try {
          await telling(bench, noticeOf(offer.jobId, 1), async () => {
            await until('objection', () => refused > 0, 30_000)
            await untilBeats(bench, 3)
          })
        } finally {
          if (before) bench.plane.handlers.set('sendHeartbeat', before)
        }
        const count = offer.delivered.length
        await until('further delivery', () => offer.delivered.length > count, 60_000)
        return `went on after ${refused} ${refused === 1 ? 'refusal' : 'refusals'}`
      }),
  },
  {
    rule: 'nothing is objected to for attempts that the runtime does not work on',
    run: (bench) =>
      working(bench, async (offer) => {
        const notices = [...noticeOf('999999', 1).notices, ...noticeOf(offer.jobId, 2).notices]
        await telling(bench, { notices }, () => untilBeats(bench, 4))
        require(objections(bench).length === 0, 'an objection was signed')
        return 'no objection'
      }),
  },
]

/** A job whose delivery is put off again and again, so that it stays in hand. */
function working<Value>(bench: Bench, see: (offer: Offer) => Promise<Value>): Promise<Value> {
  const onDelivery = () => problem('unavailable', { 'retry-after': '1' })
  return offering(bench, { onDelivery }, async (offer) => {
    await until('delivery', () => offer.delivered[0], (bench.workSeconds + 30) * 1_000)
    await untilBeats(bench, 1)
    bench.plane.calls.splice(0)
    return see(offer)
  })
}

function noticeOf(onchain_job_id: string, attempt: number) {
  return { notices: [{ onchain_job_id, attempt, release_at: inSeconds(60) }] }
}

function objections(bench: Bench): Objection[] {
  return beats(bench).flatMap(({ body }) => (body.objections ?? []) as Objection[])
}

function untilObjection(bench: Bench): Promise<Objection> {
  return until('objection', () => objections(bench)[0], 30_000)
}
