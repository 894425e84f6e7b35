import { benchOf } from '../chain-weather/bench.ts'
import { jobsAtOnce, type Load, scenarios } from '../chain-weather/loads.ts'
import { measure } from '../chain-weather/measure.ts'
import { mixtureOf } from '../chain-weather/mixture.ts'
import type { NodeWire } from '../chain-weather/node-wire.ts'
import { weathers } from '../chain-weather/weather.ts'
import { checkedFetch } from '../contract/checked-fetch.ts'
import { waitLonger } from '../demo/steps.ts'
import type { Stack } from '../start/stack.ts'

const secondsOfWeather = 30
const jobs = 2
/** It takes about two minutes; a machine of half the speed is slow, and what takes longer is stuck. */
const secondsAtMost = 350

/**
 * Runs the main job and a few at once while the chain's nodes misbehave in every way by turns. Answers what went wrong, within
 * a bounded time.
 */
export async function runWeatherDrill(
  { variables }: Stack,
  wires: readonly NodeWire[],
  seed: number,
): Promise<string | undefined> {
  const bench = benchOf({ variables, wires }, { seed, seconds: secondsOfWeather })
  const send = globalThis.fetch
  const deadline = AbortSignal.timeout(secondsAtMost * 1_000)
  globalThis.fetch = fetchUntil(deadline, checkedFetch(bench.setting.places.origin, send))
  waitLonger(5)
  try {
    const loads: [string, Load][] = [
      [`${jobs} jobs`, jobsAtOnce(jobs)],
      ['main-job', scenarios['main-job']],
    ]
    const { trouble } = await measure(bench, [`mixture of seed ${seed}`, mixtureOf(weathers)], loads)
    return trouble || undefined
  } catch (error) {
    if (deadline.aborted) return `not done within ${secondsAtMost} s`
    throw error
  } finally {
    globalThis.fetch = send
    await bench.close()
  }
}

/** A fetch that fails from then on. All that a drill does or waits for needs it, so that the drill ends as well. */
function fetchUntil(deadline: AbortSignal, send: typeof fetch): typeof fetch {
  return async (input, init) => {
    deadline.throwIfAborted()
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
    return send(input, { ...init, signal: AbortSignal.any(signal ? [deadline, signal] : [deadline]) })
  }
}
