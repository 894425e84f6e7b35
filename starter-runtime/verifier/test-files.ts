import { collectTests } from '#lib/domain/collected-tests.ts'
import { shuffled } from '#lib/domain/drawn.ts'
import type { TestFile } from '#lib/domain/test-file.ts'
import { readAhead, readText } from '../git/read-tree.ts'
import { readManifest } from './manifest.ts'
import type { Trial } from './trial.ts'

const maxFiles = 8
const maxRead = 200

/**
 * Files that the command takes its tests from and that the result has as the client wrote them, most telling first:
 * those that name a changed file, then those that the command names, then the others, each group in random order.
 */
export async function testFilesOf(trial: Pick<Trial, 'command' | 'gitDir' | 'files' | 'random'>): Promise<TestFile[]> {
  const { base, result } = trial.files
  const isClients = (path: string) => base.get(path)?.object === result.get(path)?.object
  const manifest = await readManifest(trial.gitDir, result)
  const programs = collectTests(trial.command.argv, { paths: [...base.keys()], scripts: manifest.scripts })
  if (!programs) return []
  const stems = [...result.keys()].filter((path) => !isClients(path)).map(stemOf)
  const files = new Map<string, TestFile & { rank: number }>()
  const all = programs.flatMap(({ files: paths, ...program }) => paths.map((path) => ({ path, ...program })))
  const drawn = shuffled(all, trial.random).slice(0, maxRead)
  await readAhead(
    trial.gitDir,
    drawn.map(({ path }) => (isClients(path) ? base.get(path) : undefined)),
  )
  for (const { path, runner, isNamed } of drawn) {
    const text = isClients(path) && !files.has(path) ? await readText(trial.gitDir, base.get(path)) : undefined
    if (text === undefined) continue
    const isTelling = stems.some((stem) => text.includes(stem))
    const rank = isTelling ? 0 : isNamed ? 1 : 2
    files.set(path, { path, text, runner, isModule: manifest.isModule, rank })
  }
  return [...files.values()].sort((a, b) => a.rank - b.rank).slice(0, maxFiles)
}

function stemOf(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/\.\w+$/, '')
}
