import { benchOf } from '../chain-weather/bench.ts'
import { jobsAtOnce, type Load, scenarios } from '../chain-weather/loads.ts'
import { measure } from '../chain-weather/measure.ts'
import { mixtureOf } from '../chain-weather/mixture.ts'
import type { NodeWire } from '../chain-weather/node-wire.ts'
import { weathers } from '../chain-weather/weather.ts'
import { checkedFetch } from '../contract/checked-fetch.ts'
import { waitLonger } from '../demo/steps.ts'
import type { Stack } from '../start/stack.ts'

const secondsOfWeather = 40
const jobs = 2

/** Runs the main job and a few at once while the chain's node misbehaves in every way by turns. Answers what went wrong. */
export async function runWeatherDrill(
  { variables }: Stack,
  wires: readonly NodeWire[],
  seed: number,
): Promise<string | undefined> {
  const bench = benchOf({ variables, wires }, { seed, seconds: secondsOfWeather })
  const send = globalThis.fetch
  globalThis.fetch = checkedFetch(bench.setting.places.origin, send)
  waitLonger(5)
  try {
    const loads: [string, Load][] = [
      [`${jobs} jobs`, jobsAtOnce(jobs)],
      ['main-job', scenarios['main-job']],
    ]
    const { trouble } = await measure(bench, [`mixture of seed ${seed}`, mixtureOf(weathers)], loads)
    return trouble || undefined
  } finally {
    globalThis.fetch = send
    await bench.close()
  }
}
