import { trippedBy, tripwireTexts } from '#lib/domain/tripwires.ts'
import { readAhead, readText, type TreeFile } from '../git/read-tree.ts'
import type { Mark } from './mark.ts'

const maxMarks = 10

/** One mark for each file and thing that its added lines do, the first line of each; files too large to read are marked. */
export async function tripwireMarks(
  gitDir: string,
  base: ReadonlyMap<string, TreeFile>,
  result: ReadonlyMap<string, TreeFile>,
  argv: readonly string[],
): Promise<Mark[]> {
  const marks: Mark[] = []
  const changed = [...result].filter(([path, { object }]) => base.get(path)?.object !== object)
  await readAhead(
    gitDir,
    changed.flatMap(([path, file]) => [file, base.get(path)]),
  )
  for (const [path, file] of changed) {
    if (marks.length >= maxMarks) break
    const old = base.get(path)
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
