import { trippedBy, tripwireTexts } from '#lib/domain/tripwires.ts'
import { readText, type TreeFile } from '../git/read-tree.ts'
import type { Mark } from './challenge.ts'

const maxMarks = 10

/** One mark for each file and thing that its added lines do, the first line of each; files too large to read are marked. */
export async function tripwireMarks(
  gitDir: string,
  base: ReadonlyMap<string, TreeFile>,
  result: ReadonlyMap<string, TreeFile>,
  argv: readonly string[],
): Promise<Mark[]> {
  const marks: Mark[] = []
  for (const [path, file] of result) {
    if (marks.length >= maxMarks) break
    const old = base.get(path)
    if (old?.object === file.object) continue
    const after = await readText(gitDir, file)
    if (after === undefined) {
      marks.push({ code: 'hides_code', text: `${path} is too large to be looked at.` })
      continue
    }
    const tripped = trippedBy(path, await readText(gitDir, old), after, argv)
    for (const [code, [first]] of Map.groupBy(tripped, (one) => one.code))
      if (first)
        marks.push({ code, text: `${path}, line ${first.line}, ${tripwireTexts[code]}: ${first.text.slice(0, 200)}` })
  }
  return marks.slice(0, maxMarks)
}
