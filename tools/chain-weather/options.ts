import { parseArgs } from 'node:util'
import { jobsAtOnce, type Load, scenarios } from './loads.ts'
import { mixtureOf } from './mixture.ts'
import { type Weather, weathers } from './weather.ts'

export type Options = {
  weathers: [string, Weather][]
  loads: [string, Load][]
  /** The longest spell. */
  seconds: number
  seed: number
}

const calm: Weather = { description: 'an honest node, to compare with', begin: () => async () => undefined }
const kinds: Record<string, Weather> = {
  calm,
  ...weathers,
  mixture: mixtureOf(weathers),
}

/** What the command line asks for; ends the program after `--help`, and where it asks for what there is not. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', default: Object.keys(kinds).join() },
      scenarios: { type: 'string', default: Object.keys(scenarios).join() },
      jobs: { type: 'string', default: '20' },
      minutes: { type: 'string', default: '5' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  })
  const jobs = Number(values.jobs)
  const seconds = Number(values.minutes) * 60
  const seed = Number(values.seed)
  const numbersAreFine = Number.isInteger(jobs) && jobs >= 0 && seconds > 0 && Number.isInteger(seed)
  if (!numbersAreFine) fail('--jobs and --seed are whole numbers, and --minutes is above 0.')
  const played = values.scenarios === 'none' ? [] : values.scenarios.split(',')
  const many: [string, Load][] = jobs > 0 ? [[`${jobs} jobs`, jobsAtOnce(jobs)]] : []
  const options = {
    weathers: values.only.split(',').map((name) => named(kinds, name)),
    seconds,
    seed,
    loads: [...many, ...played.map((name) => named(scenarios, name))],
  }
  if (values.help) {
    console.log(helpFor(options))
    process.exit(0)
  }
  return options
}

function named<T>(known: Record<string, T>, name: string): [string, T] {
  return [name, known[name] ?? fail(`There is no ${name}; there are ${Object.keys(known).join(', ')}.`)]
}

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}

function helpFor({ weathers: chosen, loads, seconds }: Options): string {
  const lines = Object.entries(kinds).map(([name, { description }]) => `  ${name.padEnd(13)}${description}`)
  const longest = loads.reduce((sum, [, { secondsAfter }]) => sum + seconds + secondsAfter, 0)
  const minutes = Math.ceil((chosen.length * longest) / 60) + 3
  return `Runs the whole product while its chain node misbehaves, and checks afterwards that nothing was lost.

  --only a,b        the kinds of weather, all unless given
  --jobs N          jobs at once under each kind, 20 unless given
  --scenarios a,b   scenarios of the demo under each kind: ${Object.keys(scenarios).join(', ')}; or none
  --minutes N       the longest that one spell lasts, 5 unless given; a spell ends sooner when its jobs are done
  --seed N          decides every chance, 1 unless given

${lines.join('\n')}

With these options it ends within ${minutes} minutes; most kinds end when their jobs do. It ends with 1 when anything is missed.`
}
