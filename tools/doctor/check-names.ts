import { fileVariableOf } from '#lib/env/secret-files.ts'
import { secretVariables, sharedVariables, webVariables, workerVariables } from '#lib/env.ts'
import { type Finding, note } from './finding.ts'

const known = new Set([
  ...Object.keys({ ...sharedVariables, ...webVariables, ...workerVariables }),
  ...secretVariables.map(fileVariableOf),
])

const shortestName = 8

/** Variables that no program reads and whose names are nearly those of settings which are not set; short ones are like too many. */
export function checkNames(settings: NodeJS.ProcessEnv): Finding[] {
  const unset = [...known].filter((name) => !settings[name])
  return Object.keys(settings)
    .filter((name) => !known.has(name) && name.length >= shortestName)
    .flatMap((name) => {
      const meant = unset.filter((other) => lettersApart(name, other) <= 2)
      return meant.length === 0
        ? []
        : [{ target: 'settings', ...note(name, `no program reads it; is ${meant.join(' or ')} meant?`) }]
    })
}

/** How many letters one name has and the other has not, in any order: 0 where two are exchanged, 2 where one is wrong. */
function lettersApart(one: string, other: string): number {
  const counts = new Map<string, number>()
  for (const letter of one) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  for (const letter of other) counts.set(letter, (counts.get(letter) ?? 0) - 1)
  return [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0)
}
