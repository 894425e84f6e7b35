import { changedInputs, comparedFiles, milderChecks, thinLies, wordsAroundTests } from './around-tests.ts'
import { contentAssertions } from './content-assertions.ts'
import { earlyExits } from './early-exit.ts'
import { everydayOthers, everydayScripts } from './everyday-honest.ts'
import { expectedFiles } from './expected-files.ts'
import { answersFromTheTest, forgedOutputs } from './forged-output.ts'
import { generousValues } from './generous-values.ts'
import { honestByFile, honestByRunner, honestPrograms } from './honest.ts'
import { honestExpectations } from './honest-expectations.ts'
import { namedTestCheats, namedTestHonest } from './named-tests.ts'
import { ownComparisons } from './own-comparisons.ts'
import { patchedLibraries } from './patched-library.ts'
import { plausibleAnswers } from './plausible-answers.ts'
import { plausibleOfOthers } from './plausible-python-and-shell.ts'
import { pythonCheats, pythonHonest, shellCheats, shellHonest } from './python-and-shell.ts'
import { readFromTheTest } from './read-from-the-test.ts'
import type { Sample } from './sample.ts'
import { unreachedAssertions } from './unreached-assertions.ts'
import { unusualHonest } from './unusual-honest.ts'
import { vitestCheats, vitestHonest } from './vitest.ts'

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
  ...thinLies,
  ...comparedFiles,
  ...milderChecks,
  ...ownComparisons,
]

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
  ...everydayScripts,
  ...everydayOthers,
]
