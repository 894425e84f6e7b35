import { missingEntries } from './default-protection.ts'
import type { Finding } from './finding.ts'
import { isSource } from './named-paths.ts'
import { foldedProtectorOf, foldPath } from './path-pattern.ts'
import { literalEntries, protectedPathProblem } from './protected-path.ts'
import { blocking, warning } from './review.ts'
import { testPatterns } from './test-conventions.ts'

const pointer = '/protected_paths'
const namedMax = 5

/** What each entry of the default that the list lacks allows a result to do; `paths` are the files of the base. */
export function reviewProtection(
  list: readonly string[],
  base: { entries: readonly string[]; paths: readonly string[] },
): Finding[] {
  const isProtected = foldedProtectorOf(list)
  const paths = base.paths.map((path) => ({ path, folded: foldPath(path) }))
  if (isProtected('new') && paths.every(({ folded }) => isProtected(folded))) return [nothingOpen()]
  const absent: string[] = []
  const findings: Finding[] = []
  for (const entry of missingEntries(list, base.entries)) {
    const isMatch = foldedProtectorOf([entry])
    const open = firstTwo(paths, (folded) => isMatch(folded) && !isProtected(folded))
    if (open.length === 0) absent.push(entry)
    else findings.push(changeable(entry, open))
  }
  return absent.length === 0 ? findings : [...findings, addable(absent)]
}

/** Entries of drafts that were saved before such entries were refused, and those that only the base's files tell. */
export function uselessEntries(list: readonly string[], paths: readonly string[] = []): Finding[] {
  const literal = new Set(literalEntries(list, paths))
  return list.flatMap((entry, at) => {
    const unmatched = literal.has(entry) ? `“${entry}” matches no file: only * is a wildcard.` : undefined
    const problem = protectedPathProblem(entry) ?? unmatched
    if (!problem) return []
    return [warning('protects_nothing', `${pointer}/${at}`, problem, 'Change or remove this entry.')]
  })
}

/**
 * Source files of the base that the list protects by name, because a command names them or once did. A result that changes
 * one is refused at delivery, however right it is.
 */
export function protectedSources(list: readonly string[], paths: readonly string[]): Finding[] {
  const named = new Set(list.map(foldPath))
  const isTest = foldedProtectorOf(testPatterns)
  const isProtected = foldedProtectorOf(list)
  const sources = paths.map(foldPath).filter((path) => isSource(path) && !isTest(path))
  if (sources.length > 0 && sources.every(isProtected)) return [noSourceOpen()]
  const [first, ...others] = paths.filter((path) => {
    const folded = foldPath(path)
    return named.has(folded) && isSource(folded) && !isTest(folded)
  })
  if (first === undefined) return []
  const message =
    others.length === 0
      ? `“${first}” is protected by name, so a result that changes it is refused.`
      : `“${first}” and ${others.length} more are protected by name, so a result that changes one is refused.`
  return [warning('source_protected', pointer, message, 'Remove each source file that the work may have to change.')]
}

/** What a review protected that no default of the draft had before. */
export function protectionAdded(count: number): Finding[] {
  if (count <= 0) return []
  const message = `${count} protected ${count === 1 ? 'path was' : 'paths were'} added. A result is judged by ${count === 1 ? 'it' : 'them'}.`
  return [warning('protection_added', pointer, message, 'Check the list, and remove what a result may change.')]
}

function noSourceOpen(): Finding {
  const message = 'Every source file is protected, so a result could only add files.'
  return warning('source_protected', pointer, message, 'Remove what the work has to change.')
}

function nothingOpen(): Finding {
  const message = 'Every path is protected, so no result could change anything.'
  return blocking('nothing_changeable', pointer, message, 'Remove what the work has to change.')
}

function changeable(entry: string, [path, more]: readonly string[]): Finding {
  const what = `“${path}”${more === undefined ? '' : ' and others'}`
  const message = `A result may change ${what}, which can decide whether it passes.`
  return { ...warning('judge_unprotected', pointer, message, `Add ${entry} to the protected paths.`), missing: [entry] }
}

function addable(entries: readonly string[]): Finding {
  const some = entries.slice(0, namedMax).map((entry) => `“${entry.replace('**/', '')}”`)
  const message = `A result may add files such as ${some.join(', ')}. Such files can decide whether the tests pass.`
  const step = entries.length > namedMax ? `Add the ${entries.length} missing entries` : `Add ${entries.join(', ')}`
  return { ...warning('judge_unprotected', pointer, message, `${step} to the protected paths.`), missing: [...entries] }
}

function firstTwo(paths: readonly { path: string; folded: string }[], isWanted: (folded: string) => boolean): string[] {
  const found: string[] = []
  for (const { path, folded } of paths) {
    if (isWanted(folded)) found.push(path)
    if (found.length === 2) break
  }
  return found
}
