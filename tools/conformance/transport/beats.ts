import type { Bench } from '../bench.ts'
import { Broken } from '../broken.ts'
import type { Answer } from '../plane/answer.ts'
import type { HeartbeatAnswer } from '../plane/contract.ts'
import type { Call } from '../plane/plane.ts'
import { pause, until } from '../until.ts'

const patienceMs = 30_000

export const beats = ({ plane }: Bench): Call[] => plane.callsTo('sendHeartbeat')

/** Waits for so many heartbeats from now on that are answered in order. */
export async function untilBeats(bench: Bench, count: number, ms = patienceMs): Promise<Call[]> {
  const before = beats(bench).length
  const answered = () =>
    beats(bench)
      .slice(before)
      .filter(({ status }) => status === 200)
  await until(`${count} more heartbeats`, () => answered().length >= count, ms)
  return answered()
}

/** Answers the next heartbeat like this, and returns it with the one that comes after it. */
export async function answerBeat(bench: Bench, answer: Answer): Promise<{ failed: Call; next: Call }> {
  let failed: Call | undefined
  bench.plane.answerOnce('sendHeartbeat', (call) => {
    failed = call
    return answer
  })
  const next = await until(
    'heartbeat after that',
    () => {
      const all = beats(bench)
      return failed?.answeredAt === undefined ? undefined : all[all.indexOf(failed) + 1]
    },
    patienceMs,
  )
  if (!failed) throw new Broken('no heartbeat came')
  await untilBeats(bench, 1)
  return { failed, next }
}

/** Says this in the answers to heartbeats until the work ends. */
export async function telling<Value>(bench: Bench, overrides: Partial<HeartbeatAnswer>, work: () => Promise<Value>) {
  const before = bench.plane.heartbeatOverrides
  bench.plane.heartbeatOverrides = { ...before, ...overrides }
  try {
    return await work()
  } finally {
    bench.plane.heartbeatOverrides = before
  }
}

/** What the last heartbeat says is being worked on. */
function isRunning(bench: Bench, id: string): boolean {
  const running = beats(bench).at(-1)?.body.running
  return Array.isArray(running) && running.some((one: { id?: unknown }) => one.id === id)
}

/** Waits until heartbeats no longer report this piece of work; a few come first, in case it has not started. */
export async function untilNotRunning(bench: Bench, id: string, ms = patienceMs): Promise<void> {
  await untilBeats(bench, 2)
  await until(`heartbeat without the ended work`, () => !isRunning(bench, id), ms)
  await pause(100)
}
