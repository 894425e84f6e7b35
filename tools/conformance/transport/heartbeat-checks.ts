import { require } from '../broken.ts'
import type { Check } from '../check.ts'
import { heartbeat, nextConfiguration } from '../plane/bodies.ts'
import { hashOf } from '../plane/credentials.ts'
import { until } from '../until.ts'
import { answerBeat, beats, telling, untilBeats } from './beats.ts'

const fastSeconds = 0.2
const slowSeconds = 3
/** Timers may fire a moment early. */
const slackMs = 50

/** The heartbeat as long as nothing goes wrong. */
export const heartbeatChecks: Check[] = [
  {
    rule: 'heartbeats begin after the claim, with its credential as Bearer',
    run: async (bench) => {
      const first = await until('heartbeat', () => beats(bench)[0], 30_000)
      const isSame = bench.claimed && hashOf(first.credential) === hashOf(bench.claimed.claim.credential)
      require(isSame === true, 'another credential was used')
      return `software ${String(first.body.software)}, state ${String(first.body.state)}`
    },
  },
  {
    rule: 'the configuration is read, and again when its version changed',
    run: async (bench) => {
      const { plane } = bench
      const reads = () => plane.callsTo('getRuntimeConfiguration').length
      await until('reading of the configuration', reads)
      await untilBeats(bench, 2)
      const before = reads()
      plane.configuration = nextConfiguration(plane.configuration)
      await until('reading of the next version', () => reads() > before)
      return `${reads()} times read in ${beats(bench).length} heartbeats`
    },
  },
  {
    rule: 'heartbeats come as fast as they are asked for',
    run: async (bench) => {
      const all = await telling(bench, { next_seconds: fastSeconds }, () => untilBeats(bench, 6, 20_000))
      return `${all.length} heartbeats, asked for every ${fastSeconds} s`
    },
  },
  {
    rule: 'heartbeats come no faster than they are asked for',
    run: async (bench) => {
      const [first, second] = await telling(bench, { next_seconds: slowSeconds }, () => untilBeats(bench, 2, 40_000))
      const gap = (second?.at ?? 0) - (first?.answeredAt ?? 0)
      require(gap >= slowSeconds * 1_000 - slackMs, `${gap} ms after the last answer`)
      return `${gap} ms after the last answer, asked for ${slowSeconds * 1_000}`
    },
  },
  {
    rule: 'fields that a later service adds to an answer do no harm',
    run: async (bench) => {
      const later = { ...heartbeat(bench.plane), later: { more: [1] } }
      const write = { 'content-type': 'application/json' }
      await answerBeat(bench, {
        write: (response) => void response.writeHead(200, write).end(JSON.stringify(later)),
      })
      return 'the next heartbeat came'
    },
  },
]
