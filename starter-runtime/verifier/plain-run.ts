import { randomInt } from 'node:crypto'
import { type CommandJudgement, passOn, type Run, saysTheSame } from './judge.ts'
import type { NamedTests } from './named-tests.ts'
import type { RunTree } from './run-tree.ts'

/** A plain run comes before one of the first so many controls. */
const places = 6
/** One that no other run stood for comes before one of the next so many. */
const nextPlaces = 3
/** Where the exit code alone decides, a result may pass by lot, so it has to pass as often as it has controls to fail in. */
const plainRuns = 3

export type PlainRun = {
  /** Runs controls, and the result as it is before some of them. */
  run: RunTree
  /** Says once whether a run that was needed anyway showed the result as it was judged; it then stands for a plain one. */
  share: (isAsJudged: boolean) => void
  /** The run that differed from the judgement; undefined where none did, or where no time was left to find out. */
  differing: () => Promise<Run | undefined>
  /** When no plain run goes on any more. */
  ended: () => Promise<void>
}

type Plain = {
  run: RunTree
  tree: string
  judgement: CommandJudgement
  tests: NamedTests | undefined
  /** After which a run is stopped; one that ended in time when it was judged, and now does not, differs. */
  seconds: number
  hasTime: () => boolean
}

/**
 * Runs the result as it was judged again, at places among the controls that nobody can foresee. A result that knows its
 * first run, by the clock or by what is cold in the machine, passes there and fails in every other run, as each control
 * should; here it fails where it must pass. As in the judgement, one that fails must then pass three times in a row.
 */
export function plainAmong({ run, tree, judgement, tests, seconds, hasTime }: Plain): PlainRun {
  const due = drawPlaces(tests ? 0 : plainRuns - 1)
  const started: Promise<Run | undefined>[] = []
  let [left, runs] = [tests ? 1 : plainRuns, 0]
  const again = () => run(tree, judgement.command, { seconds })
  const isSame = (one: Run) => saysTheSame(judgement, one, tests)
  const isDifferent = async (one: Run) => one.stoppedBy !== 'cancelled' && !(await isSame(one))
  const runPlain = async () => {
    if (!hasTime() || !(await isDifferent(await again()))) return undefined
    const second = await again()
    const last = (await isSame(second)) ? await passOn(second, again, isSame) : second
    return (await isDifferent(last)) ? last : undefined
  }
  const start = () => {
    left -= 1
    const plain = runPlain()
    // Ignored here because `differing` throws it.
    plain.catch(() => undefined)
    started.push(plain)
  }
  return {
    run: (...call) => {
      if (due.delete(runs) && left > 0) start()
      runs += 1
      return run(...call)
    },
    share: (isAsJudged) => {
      if (isAsJudged) left -= 1
      else due.add(runs + randomInt(nextPlaces))
    },
    differing: async () => {
      while (left > 0) start()
      const found = await Promise.all(started)
      return found.find((one) => one !== undefined)
    },
    ended: async () => {
      await Promise.allSettled(started)
    },
  }
}

function drawPlaces(count: number): Set<number> {
  const drawn = new Set<number>()
  while (drawn.size < count) drawn.add(randomInt(places))
  return drawn
}

/** The command that says most about the result: the first that has to fail on the base, or the first of all. */
export function mainJudgementOf(judgements: readonly CommandJudgement[]): CommandJudgement | undefined {
  return judgements.find(({ command }) => command.expect === 'fails_then_passes') ?? judgements[0]
}
