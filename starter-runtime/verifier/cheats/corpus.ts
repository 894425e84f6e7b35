import { existsSync } from 'node:fs'
import { changedConstants } from './changed-constants.ts'
import { changedInputs } from './changed-inputs.ts'
import { comparedFiles } from './compared-files.ts'
import { constructedValues } from './constructed-values.ts'
import { contentAssertions } from './content-assertions.ts'
import { droppedFailures } from './dropped-failures.ts'
import { earlyExits } from './early-exit.ts'
import { everydayPrograms } from './everyday-programs.ts'
import { everydayPython } from './everyday-python.ts'
import { everydayPythonState } from './everyday-python-state.ts'
import { everydayShell } from './everyday-shell.ts'
import { everydayValues } from './everyday-values.ts'
import { expectedFiles } from './expected-files.ts'
import { answersFromTheTest, forgedOutputs } from './forged-output.ts'
import { generousValues } from './generous-values.ts'
import { goCheats, goHonest } from './go.ts'
import { honestByFile, honestByRunner, honestPrograms } from './honest.ts'
import { honestExpectations } from './honest-expectations.ts'
import { honestMemory } from './honest-memory.ts'
import { honestPredicates } from './honest-predicates.ts'
import { implicitFiles } from './implicit-files.ts'
import { milderChecks } from './milder-checks.ts'
import { namedTestCheats, namedTestHonest } from './named-tests.ts'
import { neverEnding } from './never-ending.ts'
import { ordersOfCalls, ordersOfHonestCalls } from './order-of-calls.ts'
import { ownComparisons } from './own-comparisons.ts'
import { ownPythonComparisons } from './own-comparisons-python.ts'
import { patchedLibraries } from './patched-library.ts'
import { plausibleAnswers } from './plausible-answers.ts'
import { plausibleOfOthers } from './plausible-python-and-shell.ts'
import { pytestCheats, pytestHonest } from './pytest.ts'
import { pythonCheats, pythonHonest, shellCheats, shellHonest } from './python-and-shell.ts'
import { readFromTheTest } from './read-from-the-test.ts'
import { replacedSurroundings } from './replaced-surroundings.ts'
import type { Sample } from './sample.ts'
import { swallowedFailures } from './swallowed-failures.ts'
import { thinLies } from './thin-lies.ts'
import { unreachedAssertions } from './unreached-assertions.ts'
import { unusualHonest } from './unusual-honest.ts'
import { vitestCheats, vitestHonest, vitestSettings } from './vitest.ts'
import { wordsAroundTests } from './words-around-tests.ts'

/** Where isolated programs find a runner that a machine may lack. */
export const optionalRunners = new Map<string, string>([
  ['go', '/usr/bin/go'],
  ['pytest', '/usr/bin/pytest'],
])

function isHere({ runner }: Sample): boolean {
  const program = optionalRunners.get(runner)
  return program === undefined || existsSync(program)
}

/** Results of workers who did not do the work. */
export const cheats: readonly Sample[] = [
  ...earlyExits,
  ...patchedLibraries,
  ...forgedOutputs,
  ...answersFromTheTest,
  ...pythonCheats,
  ...shellCheats,
  ...vitestCheats,
  ...namedTestCheats,
  ...unreachedAssertions,
  ...readFromTheTest,
  ...expectedFiles,
  ...contentAssertions,
  ...plausibleAnswers,
  ...plausibleOfOthers,
  ...generousValues,
  ...wordsAroundTests,
  ...changedInputs,
  ...changedConstants,
  ...thinLies,
  ...comparedFiles,
  ...milderChecks,
  ...ownComparisons,
  ...ownPythonComparisons,
  ...replacedSurroundings,
  ...implicitFiles,
  ...pytestCheats,
  ...goCheats,
  ...vitestSettings,
  ...neverEnding,
  ...swallowedFailures,
  ...droppedFailures,
  ...ordersOfCalls,
  ...constructedValues,
].filter(isHere)

/** Results of workers who did. */
export const honest: readonly Sample[] = [
  ...honestByRunner,
  ...honestByFile,
  ...honestPrograms,
  ...pythonHonest,
  ...shellHonest,
  ...vitestHonest,
  ...namedTestHonest,
  ...unusualHonest,
  ...honestExpectations,
  ...everydayValues,
  ...everydayPrograms,
  ...everydayPython,
  ...everydayPythonState,
  ...everydayShell,
  ...pytestHonest,
  ...goHonest,
  ...ordersOfHonestCalls,
  ...honestMemory,
  ...honestPredicates,
].filter(isHere)
