import { hasInvisible } from './invisible.ts'
import { type Protector, protectorOf } from './path-pattern.ts'
import { base64Bytes, type FileChange, isDeletion, maxChangedBytes, maxChangedFiles } from './result.ts'

export type PathProblem = { path: string; message: string }

const forbiddenNames = new Set(['.gitmodules', '.gitattributes', '.lfsconfig'])
/**
 * Names that mean `.git`, or a file of its kind, on some file systems: Windows knows short names for them (`GIT~1`,
 * `GITHUB~1`, `GI7EBA~1`) and streams behind a colon, and drops dots and spaces at the end.
 */
const gitLookAlike = /^(\.git|gi[^~]{0,6}~\d+)([ .]*|:.*)$/
const steering = /^\.(git(hub|modules|attributes)|lfsconfig):/
/** What common file systems take as the name of one file or folder. */
const maxNameBytes = 255

/** Why a result may not be accepted; empty when every path, mode and size is fine. The same rules hold on both sides. */
export function pathProblems(changes: readonly FileChange[], protectedPaths: readonly string[] = []): PathProblem[] {
  const problems: PathProblem[] = []
  if (changes.length === 0) problems.push({ path: '', message: 'A result changes at least one file.' })
  if (changes.length > maxChangedFiles)
    problems.push({ path: '', message: `At most ${maxChangedFiles} files may change.` })
  const bytes = changes.reduce((sum, change) => sum + (isDeletion(change) ? 0 : base64Bytes(change.content)), 0)
  if (bytes > maxChangedBytes) problems.push({ path: '', message: `At most ${maxChangedBytes} bytes may change.` })
  const seen = new Map<string, string>()
  const isProtected = protectorOf(protectedPaths)
  const written = new Set(changes.filter((change) => !isDeletion(change)).map(({ path }) => path.toLowerCase()))
  for (const { path } of changes) {
    const message =
      pathProblem(path) ?? protection(path, isProtected) ?? collision(path, seen) ?? nesting(path, written)
    if (message) problems.push({ path, message })
  }
  return problems
}

/** Whether a name is the repository's own folder on some file system. */
export function isGitFolder(name: string): boolean {
  return gitLookAlike.test(name.normalize('NFKC').toLowerCase())
}

/** Why a path is not allowed in a result or among acceptance files; undefined when it is. */
export function pathProblem(path: string): string | undefined {
  if (path.length === 0 || path.length > 400) return 'A path has 1 to 400 characters.'
  if (!path.isWellFormed()) return 'A path is well-formed Unicode.'
  if (hasInvisible(path)) return 'A path holds no control or invisible character.'
  if (path.includes('\\')) return 'Paths use forward slashes.'
  if (path !== path.normalize('NFC')) return 'Paths are in Unicode normal form C.'
  const parts = path.split('/')
  if (parts.includes('..')) return 'A path stays inside the repository.'
  if (parts.some((part) => part === '' || part === '.'))
    return 'A path begins at the top of the repository and names a file, without “./” and without a slash at either end.'
  if (parts.some(isNameTooLong)) return `A name has at most ${maxNameBytes} bytes.`
  const names = parts.map((part) => part.normalize('NFKC').toLowerCase())
  if (parts.some(isGitFolder)) return 'A path does not look like the repository’s own folder.'
  if (names[0] === '.github') return 'The host’s own folder is never changed.'
  if (names.some((name) => forbiddenNames.has(name) || steering.test(name)))
    return 'Files that steer git are never changed.'
  return parts.some((part) => /[ .]$/.test(part)) ? 'A name does not end in a dot or a space.' : undefined
}

export function isNameTooLong(name: string): boolean {
  return new TextEncoder().encode(name).length > maxNameBytes
}

function protection(path: string, isProtected: Protector): string | undefined {
  return isProtected(path) ? 'The policy protects this path.' : undefined
}

function collision(path: string, seen: Map<string, string>): string | undefined {
  const folded = path.toLowerCase()
  const other = seen.get(folded)
  seen.set(folded, path)
  return other === undefined ? undefined : `The path equals ${other} on some file systems.`
}

/** A name cannot be a file and a folder in one tree. */
function nesting(path: string, written: ReadonlySet<string>): string | undefined {
  const parts = path.toLowerCase().split('/')
  if (!written.has(parts.join('/'))) return undefined
  const isInside = parts.slice(1).some((_, index) => written.has(parts.slice(0, index + 1).join('/')))
  return isInside ? 'A folder above this path is a file of the same result.' : undefined
}
