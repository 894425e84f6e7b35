import { Agent, type Dispatcher, request } from 'undici'
import { readAtMost } from '../domain/read-at-most.ts'
import { guardedConnector, type Resolve } from '../outbound/guarded-connector.ts'
import type { Place } from './place.ts'
import { RuntimeError } from './runtime-failures.ts'
import type { TakeSlot } from './slots.ts'

const connectMs = 3_000
const headersMs = 5_000
const totalMs = 10_000
const answerBytesMax = 256 * 1_024

/** Posts JSON to a place and gives the JSON that it answers with; time, size and connections are bounded, nothing is followed. */
export async function askRuntime(place: Place, body: object, resolve: Resolve, takeSlot: TakeSlot): Promise<unknown> {
  const signal = AbortSignal.timeout(totalMs)
  const giveBack = await takeSlot(place.url.hostname, signal)
  // A dispatcher for each call, so that no connection or session outlives the check of its address.
  const dispatcher = new Agent({
    connect: guardedConnector(place.isAllowed, resolve, connectMs),
    headersTimeout: headersMs,
    bodyTimeout: totalMs,
    maxHeaderSize: 16_384,
  })
  try {
    const answer = await request(place.url, {
      dispatcher,
      signal,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', 'accept-encoding': 'identity' },
      body: JSON.stringify(body),
    })
    requireSuccess(answer)
    return await readJson(answer.body)
  } finally {
    await dispatcher.destroy().catch(() => undefined)
    giveBack()
  }
}

/** A server that is down or overloaded may do better later; every other status, a redirect too, is a refusal. */
function requireSuccess({ statusCode, headers }: Dispatcher.ResponseData): void {
  if (statusCode >= 500 || statusCode === 429) throw new RuntimeError('not_reachable')
  if (statusCode !== 200) throw new RuntimeError('refused')
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new RuntimeError('not_understood')
}

async function readJson(body: AsyncIterable<Uint8Array>): Promise<unknown> {
  const bytes = await readAtMost(body, answerBytesMax)
  if (!bytes) throw new RuntimeError('not_understood')
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw new RuntimeError('not_understood')
  }
}
