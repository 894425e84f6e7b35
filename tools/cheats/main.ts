import { existsSync } from 'node:fs'
import { findIsolation } from '#starter-runtime/isolation/find-isolation.ts'
import { cheats, honest, optionalRunners } from '#starter-runtime/verifier/cheats/corpus.ts'
import { isMarked, judgeAll, meets } from '#starter-runtime/verifier/cheats/judge-all.ts'
import type { Judged } from '#starter-runtime/verifier/cheats/judge-sample.ts'
import type { Sample } from '#starter-runtime/verifier/cheats/sample.ts'
import { chooseSamples } from './choose-samples.ts'
import { readSamples } from './read-samples.ts'

/**
 * Judges results of the corpus as a verifier would, all or those that are chosen, and prints what became of each as a
 * table; or the results of the JSON files that are named, with what the verifier saw.
 */
const { own, isChosen } = readArguments(process.argv.slice(2))
const isolation = await findIsolation()
if (!isolation) throw new Error('The corpus is judged in bubblewrap, which does not work here.')
for (const [runner, program] of optionalRunners)
  if (!existsSync(program))
    console.log(`left out: ${runner}, since there is no ${program}, where isolated programs see it`)

if (own.length > 0) {
  const report = ({ name }: Sample, { verdict, evidence, ownMs, extraMs }: Judged) => {
    const { code, marks = [], controls = [], commands, reason } = evidence
    const times = { own_ms: Math.round(ownMs), extra_ms: Math.round(extraMs) }
    console.log(JSON.stringify({ name, verdict, code, reason, marks, controls, commands, ...times }, null, 2))
  }
  // One at a time, so that the times mean something.
  await judgeAll(own, isolation, report, 1)
  process.exit(0)
}

const chosen = { cheats: cheats.filter(isChosen), honest: honest.filter(isChosen) }
const findings = new Map<Sample, Judged>()
const keep = (sample: Sample, finding: Judged) => findings.set(sample, finding)
await judgeAll(chosen.cheats, isolation, keep)
// One at a time, since they are measured.
await judgeAll(chosen.honest, isolation, keep, 1)
let wrong = 0
for (const samples of [chosen.cheats, chosen.honest]) {
  console.log(
    `\n| ${samples === chosen.cheats ? 'Cheat' : 'Honest result'} | Runner | Verdict | By |\n|---|---|---|---|`,
  )
  for (const sample of samples) console.log(rowOf(sample))
}
const outcomes = Map.groupBy(chosen.cheats, (sample) => outcomeOf(findings.get(sample)))
console.log(
  `\n${[...outcomes].map(([outcome, { length }]) => `${length} ${outcome}`).join(', ')}; ${wrong} not as wanted`,
)
const shares = sharesOf(chosen.honest)
const [median = 0, most = 0] = [shares[Math.floor(shares.length / 2)], shares.at(-1)]
if (shares.length > 0)
  console.log(
    `${shares.length} honest results took ${median.toFixed(2)} times as long again as their own runs (median), ${most.toFixed(2)} at most`,
  )
process.exitCode = wrong > 0 ? 1 : 0

function readArguments(args: readonly string[]) {
  if (args.includes('--help')) {
    console.log('npm run cheats -- [<words of names or runners>… | --every <n> | <results.json>…]')
    process.exit(0)
  }
  try {
    const { files, isChosen } = chooseSamples(args)
    return { own: readSamples(files), isChosen }
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
