import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import ts from 'typescript'
import { rooms } from '../layers.ts'

/** What each file of the project imports, types too: paths from the root, and packages by their specifiers. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

export function readImports(root: string): ImportGraph {
  const files = globSync([`{${rooms.join(',')}}/**/*.{ts,tsx,mjs}`, '*.ts'], { cwd: root, exclude: ['contracts/out'] })
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'))
      return [file, importedFiles.map(({ fileName }) => resolve(file, fileName))]
    }),
  )
}

function resolve(file: string, specifier: string): string {
  if (specifier === '#middleware') return 'middleware.ts'
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? join(dirname(file), specifier) : specifier
}

/** Every file that these reach. */
export function reachedFrom(entries: readonly string[], imports: ImportGraph): ReadonlySet<string> {
  const reached = new Set(entries)
  for (const file of reached) for (const target of imports.get(file) ?? []) reached.add(target)
  return reached
}
