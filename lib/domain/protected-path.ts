import { hasInvisible, showInvisible, withoutInvisible } from './invisible.ts'
import { isNameTooLong } from './path-policy.ts'

/**
 * Why an entry of `protected_paths` matches no path that a repository or a result can have, with what to write instead;
 * undefined for an entry that can match. Slashes at the end are fine.
 */
export function protectedPathProblem(entry: string): string | undefined {
  const reason = reasonOf(entry)
  return reason && `“${showInvisible(entry)}” can match nothing: ${reason} ${adviceFor(entry)}`
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
  if (/[^\n\r][\n\r]+[^\n\r]/.test(entry)) return 'Write each path as an entry of its own.'
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
