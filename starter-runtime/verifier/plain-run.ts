import { randomInt } from 'node:crypto'
import { type CommandJudgement, passOn, type Run, saysTheSame } from './judge.ts'
import type { NamedTests } from './named-tests.ts'
import type { RunTree } from './run-tree.ts'

/** The plain run comes before one of the first so many controls. */
const places = 6
/** Where the exit code alone decides, a result may pass by lot, so it runs as often as it has controls to fail in. */
const plainRuns = 3

export type PlainRun = {
  /** Runs controls, and the result as it is before one of them. */
  run: RunTree
  /** The run that differed from the judgement; undefined where none did, or where no time was left to find out. */
  differing: () => Promise<Run | undefined>
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
 * Runs the result as it was judged again, at a place among the controls that nobody can foresee. A result that knows its
 * first run, by the clock or by what is cold in the machine, passes there and fails in every other run, as each control
 * should; here it fails where it must pass. As in the judgement, one that fails must then pass three times in a row.
 */
export function plainAmong({ run, tree, judgement, tests, seconds, hasTime }: Plain): PlainRun {
  const at = randomInt(places)
  let runs = 0
  let plain: Promise<Run | undefined> | undefined
  const again = () => run(tree, judgement.command, { seconds })
  const isSame = (one: Run) => saysTheSame(judgement, one, tests)
  const isDifferent = async (one: Run) => one.stoppedBy !== 'cancelled' && !(await isSame(one))
  const runPlain = async () => {
    for (let run = 0; run < (tests ? 1 : plainRuns) && hasTime(); run += 1) {
      if (!(await isDifferent(await again()))) continue
      const second = await again()
      const last = (await isSame(second)) ? await passOn(second, again, isSame) : second
      return (await isDifferent(last)) ? last : undefined
    }
    return undefined
  }
  return {
    run: async (...call) => {
      if (runs++ === at) {
        plain ??= runPlain()
        await plain
      }
      return run(...call)
    },
    differing: () => {
      plain ??= runPlain()
      return plain
    },
  }
}

/** The command that says most about the result: the first that has to fail on the base, or the first of all. */
export function toldBy(judgements: readonly CommandJudgement[]): CommandJudgement | undefined {
  return judgements.find(({ command }) => command.expect === 'fails_then_passes') ?? judgements[0]
}
