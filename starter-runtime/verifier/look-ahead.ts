import { randomInt } from 'node:crypto'
import type { TestFile } from '#lib/domain/test-file.ts'
import type { Command } from '../documents.ts'
import type { TreeFile } from '../git/read-tree.ts'
import type { Mark } from './mark.ts'
import { testFilesOf } from './test-files.ts'
import { testSupportMarks } from './test-support-marks.ts'
import type { Trial } from './trial.ts'
import { tripwireMarks } from './tripwire-marks.ts'

export type LookedAhead = {
  files: Trial['files']
  marks: Promise<Mark[]>
  testFiles: ReadonlyMap<Command, Promise<TestFile[]>>
  /** When nothing is read any more. */
  ended: () => Promise<void>
}

/** Reads, while the commands run on base and result, what further runs of a result that passes will be made from. */
export function lookAhead(gitDir: string, both: Trial['files'], commands: readonly Command[]): LookedAhead {
  const files = shareFiles(both)
  const marks = marksOfText(gitDir, files, commands)
  const testFiles = new Map(
    commands.map((command) => [command, testFilesOf({ gitDir, files, command, random: randomInt })]),
  )
  const all = [marks, ...testFiles.values()]
  // Ignored here because whatever needs one of them throws its error.
  const settled = Promise.allSettled(all)
  return { files, marks, testFiles, ended: () => settled.then(() => undefined) }
}

/** Files that both trees have are the same objects, so that a text that was read once is known. */
function shareFiles({ base, result }: Trial['files']): Trial['files'] {
  const shared = [...result].map(([path, file]): [string, TreeFile] => {
    const own = base.get(path)
    return [path, own?.object === file.object ? own : file]
  })
  return { base, result: new Map(shared) }
}

async function marksOfText(gitDir: string, files: Trial['files'], commands: readonly Command[]): Promise<Mark[]> {
  const argv = commands.flatMap((command) => command.argv)
  const ofTests = await testSupportMarks(gitDir, files, commands)
  return [...ofTests, ...(await tripwireMarks(gitDir, files.base, files.result, argv))]
}
