import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { type FailureCode, failureKinds } from '#lib/domain/failure.ts'
import type { Bench } from '../bench.ts'
import { require } from '../broken.ts'
import type { Check } from '../check.ts'
import { type Answer, hungUp, problem } from '../plane/answer.ts'
import { heartbeat } from '../plane/bodies.ts'
import { pause } from '../until.ts'
import { answerBeat } from './beats.ts'
import { openTrap } from './trap.ts'

const oversizeBytes = 48 * 1024 * 1024
const slackMs = 50

const json = { 'content-type': 'application/json' }
const raw = (text: string, status = 200): Answer => ({
  write: (response) => void response.writeHead(status, json).end(text),
})

/** Our own faults and lies: the runtime outlives them and goes on. */
export const failureChecks: Check[] = [
  goesOn('heartbeats go on after our 500', async () => [problem('internal'), raw('<h1>It broke</h1>', 502)]),
  waits('rate_limited', 2),
  waits('unavailable', 2),
  goesOn('heartbeats go on after a connection that ended without an answer', async () => [hungUp, hungUp]),
  goesOn('heartbeats go on after answers that are no answer', async (bench) => [
    raw('<!doctype html>'),
    raw(JSON.stringify(heartbeat(bench.plane)).slice(0, -20)),
    raw('null'),
    raw(JSON.stringify({ ...heartbeat(bench.plane), next_seconds: 'soon' })),
    raw(''),
  ]),
  goesOn('heartbeats go on after an answer of 48 MiB', async () => [{ write: flood }]),
  goesOn('heartbeats go on after an answer in drops', async (bench) => [
    { write: (response) => drip(response, JSON.stringify(heartbeat(bench.plane))) },
  ]),
  {
    rule: 'a redirect takes the credential to no other origin',
    run: async (bench) => {
      const trap = await openTrap(new URL(bench.plane.origin).hostname)
      try {
        const location = { location: `${trap.url}/api/v1/agent-runtime/heartbeat/` }
        await answerBeat(bench, { write: (response) => void response.writeHead(307, location).end() })
        require(!trap.seen().includes('jwr_'), 'the credential was sent to where the redirect leads')
        return trap.seen() === '' ? 'not followed' : 'followed without the credential'
      } finally {
        await trap.close()
      }
    },
  },
]

/** Each answer is given once, and a good one in between. */
function goesOn(rule: string, answers: (bench: Bench) => Promise<Answer[]>): Check {
  return {
    rule,
    run: async (bench) => {
      const all = await answers(bench)
      for (const answer of all) await answerBeat(bench, answer)
      return `${all.length} such ${all.length === 1 ? 'answer' : 'answers'}`
    },
  }
}

function waits(code: FailureCode, seconds: number): Check {
  return {
    rule: `after a ${failureKinds[code].status} the heartbeat waits for Retry-After, and goes on`,
    run: async (bench) => {
      const answer = problem(code, { 'retry-after': String(seconds) })
      const { failed, next } = await answerBeat(bench, answer)
      const waited = next.at - (failed.answeredAt ?? next.at)
      require(waited >= seconds * 1_000 - slackMs, `the next one came after ${waited} ms`)
      return `${waited} ms, asked to wait ${seconds * 1_000}`
    },
  }
}

/** Sends until all is sent or the runtime has had enough. */
async function flood(response: ServerResponse): Promise<void> {
  response.writeHead(200, json)
  await pipeline(filler(), response, { signal: AbortSignal.timeout(20_000) }).catch(() => response.destroy())
}

function* filler(): Generator<Buffer> {
  const chunk = Buffer.alloc(256 * 1024, 'x')
  yield Buffer.from('{"filler":"')
  for (let sent = 0; sent < oversizeBytes; sent += chunk.length) yield chunk
  yield Buffer.from('"}')
}

async function drip(response: ServerResponse, text: string): Promise<void> {
  response.writeHead(200, json)
  const size = Math.ceil(text.length / 8)
  for (let from = 0; from < text.length; from += size) {
    await pause(250)
    response.write(text.slice(from, from + size))
  }
  response.end()
}
