import { base64Bytes, type FileChange, isDeletion, maxChangedBytes, maxChangedFiles } from './result.ts'

export type PathProblem = { path: string; message: string }

const forbiddenNames = new Set(['.gitmodules', '.gitattributes', '.lfsconfig'])
/** Windows short names and zero-width characters make other names mean `.git` on some file systems. */
const gitLookAlike = /^(\.git|git~\d+)[ .]*$/
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** Why a result may not be accepted; empty when every path, mode and size is fine. The same rules hold on both sides. */
export function pathProblems(changes: readonly FileChange[], protectedPaths: readonly string[] = []): PathProblem[] {
  const problems: PathProblem[] = []
  if (changes.length === 0) problems.push({ path: '', message: 'A result changes at least one file.' })
  if (changes.length > maxChangedFiles)
    problems.push({ path: '', message: `At most ${maxChangedFiles} files may change.` })
  const bytes = changes.reduce((sum, change) => sum + (isDeletion(change) ? 0 : base64Bytes(change.content)), 0)
  if (bytes > maxChangedBytes) problems.push({ path: '', message: `At most ${maxChangedBytes} bytes may change.` })
  const seen = new Map<string, string>()
  for (const { path } of changes) {
    const message = pathProblem(path) ?? protection(path, protectedPaths) ?? collision(path, seen)
    if (message) problems.push({ path, message })
  }
  return problems
}

/** Why a path is not allowed in a result or among acceptance files; undefined when it is. */
export function pathProblem(path: string): string | undefined {
  if (path.length === 0 || path.length > 400) return 'A path has 1 to 400 characters.'
  if (invisible.test(path)) return 'A path holds no control or invisible character.'
  if (path.includes('\\')) return 'Paths use forward slashes.'
  if (path !== path.normalize('NFC')) return 'Paths are in Unicode normal form C.'
  const parts = path.split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return 'A path stays inside the repository.'
  const names = parts.map((part) => part.normalize('NFKC').toLowerCase())
  if (names.some((name) => gitLookAlike.test(name))) return 'A path does not look like the repository’s own folder.'
  if (names[0] === '.github') return 'The host’s own folder is never changed.'
  if (names.some((name) => forbiddenNames.has(name))) return 'Files that steer git are never changed.'
  return parts.some((part) => /[ .]$/.test(part)) ? 'A name does not end in a dot or a space.' : undefined
}

/** A protected path, or a folder above it. */
function protection(path: string, protectedPaths: readonly string[]): string | undefined {
  const isProtected = protectedPaths.some((held) => path === held || path.startsWith(`${held.replace(/\/+$/, '')}/`))
  return isProtected ? 'The policy protects this path.' : undefined
}

function collision(path: string, seen: Map<string, string>): string | undefined {
  const folded = path.toLowerCase()
  const other = seen.get(folded)
  seen.set(folded, path)
  return other === undefined ? undefined : `The path equals ${other} on some file systems.`
}
