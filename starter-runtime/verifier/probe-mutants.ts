import { randomInt } from 'node:crypto'
import { collectTests } from '#lib/domain/collected-tests.ts'
import { shuffled } from '#lib/domain/drawn.ts'
import { importedFiles } from '#lib/domain/imported-files.ts'
import { applyMutant, type Mutant, mutantsOf } from '#lib/domain/mutants.ts'
import { protectorOf } from '#lib/domain/path-pattern.ts'
import type { ProbedCommand, ProbedMutants } from '#lib/domain/probe.ts'
import { testPatterns } from '#lib/domain/test-conventions.ts'
import type { Command } from '../documents.ts'
import { readText, type TreeFile } from '../git/read-tree.ts'
import type { Run } from './judge.ts'
import type { Manifest } from './manifest.ts'
import type { RunTree } from './run-tree.ts'

export type Faults = {
  gitDir: string
  tree: string
  files: ReadonlyMap<string, TreeFile>
  manifest: Manifest
  command: Command
  run: RunTree
  /** The runs without a fault. */
  seen: readonly Run[]
  likelyPaths: readonly string[]
  /** How many to try. */
  most: number
  remainingMs: () => number
}

type PlacedMutant = Mutant & { path: string; source: string }

/** Larger files are seldom written by people, and there are many to look at. */
const maxBytes = 64 * 1024

/**
 * Runs the command with one value changed in a source file at a time. Only for one that is to pass on the base: what
 * fails there fails with a fault as well, and says nothing.
 */
export async function probeMutants(faults: Faults): Promise<Pick<ProbedCommand, 'mutants' | 'mutants_gap'>> {
  const gap = (mutants_gap: ProbedCommand['mutants_gap']) => ({ mutants: null, mutants_gap })
  const { seen, command } = faults
  const passed = seen.filter(({ exitCode }) => exitCode === 0).length
  if (passed === 0 || command.expect === 'fails_then_passes') return gap('fails_on_base')
  if (passed < seen.length) return gap('unsteady')
  const mutants = await chooseMutants(faults)
  if (mutants.length === 0) return gap('no_source')
  const longest = Math.max(...seen.map(({ durationMs }) => durationMs))
  const found: ProbedMutants = { tried: 0, caught: 0, survivors: [] }
  for (const { path, source, ...mutant } of mutants) {
    if (faults.remainingMs() < 2 * longest + 500) break
    const { before, after, text } = applyMutant(source, mutant)
    const seconds = (3 * longest) / 1_000 + 5
    const outcome = await faults.run(faults.tree, command, { seconds, texts: new Map([[path, text]]) })
    if (outcome.stoppedBy === 'cancelled') break
    found.tried += 1
    if (outcome.exitCode !== 0) found.caught += 1
    else found.survivors.push({ file: path, line: mutant.line, before: shorten(before), after: shorten(after) })
  }
  return found.tried > 0 ? { mutants: found, mutants_gap: null } : gap('no_time')
}

function shorten(text: string): string {
  return text.replaceAll('\0', '').slice(0, 200).toWellFormed()
}

/** At most one for each line, from the files in turn, in an order that nobody can foresee. */
async function chooseMutants(faults: Faults): Promise<PlacedMutant[]> {
  const paths = await sourcesOf(faults)
  const byFile = await Promise.all(
    paths.map(async (path) => {
      const file = faults.files.get(path)
      const source = file && file.bytes <= maxBytes ? await readText(faults.gitDir, file) : undefined
      const all = shuffled(mutantsOf(path, { before: undefined, after: source ?? '' }, randomInt), randomInt)
      const lines = new Map(all.map((mutant) => [mutant.line, { ...mutant, path, source: source ?? '' }]))
      return [...lines.values()]
    }),
  )
  const chosen: PlacedMutant[] = []
  for (let at = 0; chosen.length < faults.most && byFile.some(({ length }) => length > at); at += 1)
    chosen.push(...byFile.flatMap((mutants) => mutants[at] ?? []))
  return chosen.slice(0, faults.most)
}

const maxFiles = 50
const maxDepth = 3

/** Files that the client named; else those that the tests of the command load, also through others. */
async function sourcesOf({ gitDir, files, manifest, command, likelyPaths }: Faults): Promise<string[]> {
  const isTest = protectorOf(testPatterns)
  const named = likelyPaths.filter((path) => files.has(path))
  if (named.length > 0) return named
  const paths = [...files.keys()]
  const programs = collectTests(command.argv, { paths, scripts: manifest.scripts }) ?? []
  const tests = programs.flatMap((program) => program.files)
  const known = new Set(tests.slice(0, maxFiles))
  let layer = [...known]
  for (let depth = 0; depth < maxDepth && layer.length > 0; depth += 1) {
    const loaded = await Promise.all(
      layer.map(async (path) => importedFiles(path, (await readText(gitDir, files.get(path))) ?? '', paths)),
    )
    layer = loaded
      .flat()
      .filter((path) => !known.has(path))
      .slice(0, maxFiles)
    for (const path of layer) known.add(path)
  }
  const sources = [...known].filter((path) => !tests.includes(path) && !isTest(path))
  return shuffled(sources, randomInt).slice(0, maxFiles)
}
