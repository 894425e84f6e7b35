import { connect } from 'node:net'
import { require } from '../broken.ts'
import type { Check } from '../check.ts'
import { pause } from '../until.ts'
import { challenge, challengeOf, requireAnswer, requireRefused, sendChallenge } from './challenge.ts'

/** While a token is open. */
export const challengeChecks: Check[] = [
  {
    rule: 'a challenge is answered with all of it signed by the key that the token names',
    run: async (bench) => {
      const { sent, json } = await challenge(bench)
      await requireAnswer(bench, sent, json)
      return `${String(json.software)}, isolation ${String(json.isolation)}, signed by ${bench.pairing.key}`
    },
  },
  {
    rule: 'a replayed challenge gets another nonce of the runtime, or none',
    run: async (bench) => {
      const first = await challenge(bench)
      const again = await sendChallenge(bench, first.sent)
      require(again.json.runtime_nonce !== first.runtimeNonce, 'the same runtime_nonce was given twice')
      return again.status === 200 ? 'another nonce' : `refused with ${again.status}`
    },
  },
  {
    rule: 'a challenge for the other role is refused',
    run: async (bench) => {
      const role = bench.plane.role === 'worker' ? 'verifier' : 'worker'
      const reply = await sendChallenge(bench, challengeOf(bench, { role }))
      requireRefused(`a challenge for a ${role}`, reply)
      return `${role}: ${reply.status}`
    },
  },
  {
    rule: 'a challenge of another control plane is refused',
    run: async (bench) => {
      const { origin } = bench.plane
      const others = ['https://other.example', `${origin}.other.example`, `${origin}@other.example`, `${origin}1`]
      for (const other of others)
        requireRefused(`a challenge of ${other}`, await sendChallenge(bench, challengeOf(bench, { origin: other })))
      return `${others.length} origins refused`
    },
  },
  {
    rule: 'a challenge of another protocol is refused',
    run: async (bench) => {
      const reply = await sendChallenge(bench, challengeOf(bench, { protocol: 'jobwright-runtime/2' }))
      requireRefused('a challenge of jobwright-runtime/2', reply)
      return `jobwright-runtime/2: ${reply.status}`
    },
  },
  {
    rule: 'requests that are no challenge are refused, and the next one is answered',
    run: async (bench) => {
      const bodies = ['', '{', '[]', 'null', '{"protocol":1}', JSON.stringify({ filler: 'x'.repeat(1024 * 1024) })]
      for (const body of bodies) {
        const reply = await bench.runtime.post('/service/connect/challenge', body).catch(() => undefined)
        if (reply) requireRefused(`${body.slice(0, 20)} (${body.length} bytes)`, reply)
      }
      const slow = openHalfARequest(bench.pairing.url)
      try {
        await pause(500)
        await challenge(bench)
      } finally {
        slow.destroy()
      }
      return `${bodies.length} bodies, and one that never ends`
    },
  },
]

/** Sends the beginning of a request, and nothing after it. */
function openHalfARequest(url: string) {
  const { hostname, port, host, protocol } = new URL(url)
  const name = hostname.replace(/^\[|\]$/g, '')
  const socket = connect({ host: name, port: Number(port) || (protocol === 'https:' ? 443 : 80) })
  socket.on('error', () => undefined)
  socket.write(`POST /service/connect/challenge HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 1000\r\n\r\n{`)
  return socket
}
