import { hasInvisible, showInvisible, withoutInvisible } from './invisible.ts'
import { protectorOf } from './path-pattern.ts'
import { isGitFolder, isNameTooLong } from './path-policy.ts'

/**
 * Why an entry of `protected_paths` matches no path that a repository or a result can have, or not what it seems to, with
 * what to write instead; undefined for any other. Slashes at the end are fine.
 */
export function protectedPathProblem(entry: string): string | undefined {
  const misread = misreadAs(entry)
  if (misread) return `“${showInvisible(entry)}” ${misread}`
  const reason = reasonOf(entry)
  return reason && `“${showInvisible(entry)}” can match nothing: ${reason} ${adviceFor(entry)}`
}

const otherPatternSigns = /[?[\]{}]/

/**
 * Entries that hold the signs of other tools’ patterns and match no file of the base. Only there can they be
 * distinguished from names such as `[id]`; without a list of files, nothing is known.
 */
export function literalEntries(entries: readonly string[], paths: readonly string[]): string[] {
  if (paths.length === 0) return []
  return entries.filter((entry) => otherPatternSigns.test(entry) && !paths.some(protectorOf([entry])))
}

/** What an entry means here that means something else in `.gitignore` files and shells. */
function misreadAs(entry: string): string | undefined {
  if (namesOf(entry).some(isGitFolder))
    return 'protects nothing: no result can change the repository’s own folder. Leave it out.'
  if (entry.startsWith('!')) return 'excludes nothing: every entry protects. Remove it, and list only what to protect.'
  const choice = /^([^{}]*)\{([^{}]*,[^{}]*)\}([^{}]*)$/.exec(entry)
  if (choice || /\{[^{}]*,[^{}]*\}/.test(entry))
    return `lists no alternatives: braces are taken literally. ${choice ? expand(choice) : 'Write one entry for each path.'}`
  const better = entry
    .replaceAll(new RegExp(letterChoice, 'g'), '*')
    .replaceAll(/\*{2,}(?=[^*/])|(?<=[^*/])\*{2,}/g, '*')
  if (letterChoice.test(entry)) return `is not a set of characters: brackets are taken literally. Write “${better}”.`
  if (!entry.includes('?')) return undefined
  return `is not a wildcard: a question mark is taken literally. Write “${better.replaceAll('?', '*')}”.`
}

/** `[0-9]`, `[!a]`, `[12]`: no name of a folder such as `[id]` looks like these. */
const letterChoice = /\[(?:[!^][^\]]*|\d+|(?:\w-\w)+)\]/

function expand([, head = '', inner = '', tail = '']: readonly string[]): string {
  const entries = inner.split(',').map((part) => `“${showInvisible(`${head}${part}${tail}`)}”`)
  return `Write ${entries.slice(0, -1).join(', ')} and ${entries.at(-1)}.`
}

function reasonOf(entry: string): string | undefined {
  if (hasInvisible(entry)) return 'it holds a control or invisible character.'
  if (entry.includes('\\')) return 'paths use forward slashes.'
  if (entry.startsWith('/')) return 'paths begin at the top of the repository, without a slash.'
  const names = namesOf(entry)
  if (names.includes('..')) return 'paths stay inside the repository.'
  if (names.includes('') || entry.endsWith('//')) return 'it holds an empty name.'
  if (names.includes('.')) return 'a path has no “.” as a name.'
  if (names.some((name) => /[ .]$/.test(name))) return 'a name does not end in a dot or a space.'
  if (names.some((name) => isNameTooLong(name.replaceAll('*', '')))) return 'one of its names is too long.'
  return undefined
}

function adviceFor(entry: string): string {
  if (/[^\n\r][\n\r]+[^\n\r]/.test(entry)) return 'Write each path as a separate entry.'
  const names = namesOf(withoutInvisible(entry).replaceAll('\\', '/'))
  if (names.includes('..')) return 'Write the path from the top of the repository.'
  const kept = names.map((name) => name.replace(/[ .]+$/, '')).filter((name) => name !== '')
  if (kept.length === 0) return 'Leave it out.'
  const better = kept.join('/')
  return reasonOf(better) ? 'Shorten the name.' : `Write “${better}”.`
}

function namesOf(entry: string): string[] {
  return entry.replace(/\/+$/, '').split('/')
}
