import { type BaseTree, indexTree, namedPaths, type TreeIndex } from './named-paths.ts'
import { foldPath, isPattern, maxEntryLength, maxProtectedPaths, protectorOf } from './path-pattern.ts'
import { protectedPathProblem } from './protected-path.ts'
import { type Scripts, simpleCommands } from './simple-commands.ts'
import { type Convention, checkers, conventions, testPatterns } from './test-conventions.ts'

/** Named files beyond this number are protected by their folder. */
const maxNamedFiles = 40

type Command = { argv: readonly string[] }

/**
 * What a result may not touch unless the client says otherwise: what the commands name, what test runners collect, and
 * what configures them, whether or not the base has it yet. Without a complete tree every tool chain is expected.
 */
export function defaultProtection(tree: BaseTree, commands: readonly Command[], scripts: Scripts = {}): string[] {
  const simple = commands.flatMap(({ argv }) => simpleCommands(argv, scripts))
  const programs = new Set(simple.map(({ program }) => program.replace(/[\d.]+$/, '')))
  const index = indexTree(tree)
  const used = conventions.filter((convention) => isUsed(convention, index, programs))
  const configuration = [...checkers].flatMap(([program, patterns]) => (programs.has(program) ? patterns : []))
  const patterns = unique([...testPatterns, ...used.flatMap(({ protects }) => protects), ...configuration])
  const isTest = protectorOf(patterns)
  const named = unique(
    simple.flatMap((command) => namedPaths(command, index, isTest)).map(withoutQuestionMarks),
  ).filter((path) => !isTest(path) && path.length <= maxEntryLength && !protectedPathProblem(path))
  return [...gather(named), ...patterns]
}

function isUsed({ programs, marks }: Convention, index: TreeIndex, used: ReadonlySet<string>): boolean {
  if (!index.isComplete || programs.some((program) => used.has(program))) return true
  return marks.some((mark) => index.endings.has(mark))
}

/** An entry may not hold question marks, so a star stands for one that a file's name has. */
function withoutQuestionMarks(path: string): string {
  return path.replaceAll('?', '*')
}

/** Few entries instead of many: files of one folder become that folder. */
function gather(paths: readonly string[]): string[] {
  if (paths.length <= maxNamedFiles) return [...paths]
  const folderOf = (path: string) => (isPattern(path) ? '' : path.slice(0, Math.max(0, path.lastIndexOf('/'))))
  return unique(paths.map((path) => folderOf(path) || path))
}

/** The entries of `wanted` that the list does not hold, neither itself nor by a wider entry. */
export function missingEntries(list: readonly string[], wanted: readonly string[]): string[] {
  const held = new Set(list.map(normalise))
  const isProtected = protectorOf(list)
  return wanted.filter((entry) => !held.has(normalise(entry)) && !examplesOf(entry).every(isProtected))
}

/** The list with the entries that it lacks, as far as they fit. */
export function withEntries(list: readonly string[], added: readonly string[]): string[] {
  return [...list, ...missingEntries(list, added)].slice(0, Math.max(list.length, maxProtectedPaths))
}

/** Paths that stand for all that an entry matches: a star is a letter that other stars match, folders are none or two. */
function examplesOf(entry: string): string[] {
  return ['', '*/*/'].map((folders) => entry.replaceAll('**/', folders))
}

function normalise(entry: string): string {
  return foldPath(entry.replace(/\/+$/, ''))
}

/** Each entry once, however it is written. */
export function unique(entries: readonly string[]): string[] {
  const keys = entries.map(normalise)
  return entries.filter((_, at) => keys.indexOf(keys[at] ?? '') === at)
}
