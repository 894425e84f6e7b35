import { existsSync } from 'node:fs'
import { findIsolation } from '../../starter-runtime/isolation/find-isolation.ts'
import { cheats, honest, optionalRunners } from '../../starter-runtime/verifier/cheats/corpus.ts'
import { isMarked, judgeAll, meets } from '../../starter-runtime/verifier/cheats/judge-all.ts'
import type { Judged } from '../../starter-runtime/verifier/cheats/judge-sample.ts'
import type { Sample } from '../../starter-runtime/verifier/cheats/sample.ts'
import { readSamples } from './read-samples.ts'

/**
 * Judges every result of the corpus as a verifier would, and prints what became of each as a table; or the results of the
 * JSON files that are named, with what the verifier saw.
 */
const isolation = await findIsolation()
if (!isolation) throw new Error('The corpus is judged in bubblewrap, which does not work here.')
for (const [runner, program] of optionalRunners)
  if (!existsSync(program))
    console.log(`left out: ${runner}, since there is no ${program}, where isolated programs see it`)

const own = readOwn(process.argv.slice(2))
if (own.length > 0) {
  await judgeAll(own, isolation, ({ name }, { verdict, evidence }) => {
    const { code, marks = [], controls = [], commands, reason } = evidence
    console.log(JSON.stringify({ name, verdict, code, reason, marks, controls, commands }, null, 2))
  })
  process.exit(0)
}

const findings = new Map<Sample, Judged>()
await judgeAll([...cheats, ...honest], isolation, (sample, finding) => findings.set(sample, finding))
let wrong = 0
for (const samples of [cheats, honest]) {
  console.log(`\n| ${samples === cheats ? 'Cheat' : 'Honest result'} | Runner | Verdict | By |\n|---|---|---|---|`)
  for (const sample of samples) console.log(rowOf(sample))
}
const outcomes = Map.groupBy(cheats, (sample) => outcomeOf(findings.get(sample)))
console.log(
  `\n${[...outcomes].map(([outcome, { length }]) => `${length} ${outcome}`).join(', ')}; ${wrong} not as wanted`,
)
const shares = sharesOf(honest)
const [median = 0, most = 0] = [shares[Math.floor(shares.length / 2)], shares.at(-1)]
console.log(`Honest results took ${median.toFixed(2)} times as long again (median), ${most.toFixed(2)} at most`)
process.exitCode = wrong > 0 ? 1 : 0

function readOwn(files: readonly string[]): Sample[] {
  try {
    return readSamples(files)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  }
}

function rowOf(sample: Sample): string {
  const finding = findings.get(sample)
  if (!finding) return `| ${sample.name} | ${sample.runner} | – | |`
  const { verdict, evidence } = finding
  const isAsWanted = meets(sample, finding)
  if (!isAsWanted) wrong += 1
  const by = [evidence.code, ...(evidence.marks ?? []).map(({ code }) => code)].join(', ')
  return `| ${sample.name} | ${sample.runner} | ${verdict}${isAsWanted ? '' : ' (not as wanted)'} | ${by} |`
}

/** How much longer than the runs that were asked for the others took. */
function sharesOf(samples: readonly Sample[]): number[] {
  const judged = samples.flatMap((sample) => findings.get(sample) ?? [])
  return judged.map(({ ownMs, extraMs }) => extraMs / ownMs).sort((a, b) => a - b)
}

function outcomeOf(finding: Judged | undefined): string {
  if (finding?.verdict !== 'PASS') return 'caught'
  return isMarked(finding) ? 'marked' : 'missed'
}
