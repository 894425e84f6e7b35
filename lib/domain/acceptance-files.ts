import { pathProblem } from './path-policy.ts'
import { base64Bytes } from './result.ts'

/** A file of the client's that verifiers lay over base and result before they run the commands; `content` is base64. */
export type AcceptanceFile = { path: string; content: string }

/** An acceptance file of a draft. Sealed, its bytes stay secret until the job ends. */
export type DraftFile = AcceptanceFile & { sealed?: boolean | undefined }

export const maxAcceptanceFiles = 20
/** Of all files together, before their encoding. */
const maxAcceptanceBytes = 256 * 1024

/** Sealed files have a size in place of their bytes. */
type LaidFile = { path: string; content: string } | { path: string; size: number }

/** `at` is the file's place in the list; null for what is said of all of them. */
type AcceptanceProblem = { at: number | null; message: string }

/** Why these files may not be laid over a tree: sizes, paths, and names that are the same on some file systems. */
export function acceptanceProblems(files: readonly LaidFile[]): AcceptanceProblem[] {
  const problems: AcceptanceProblem[] = []
  if (files.length > maxAcceptanceFiles)
    problems.push({ at: null, message: `At most ${maxAcceptanceFiles} acceptance files.` })
  const bytes = files.reduce((sum, file) => sum + ('size' in file ? file.size : base64Bytes(file.content)), 0)
  if (bytes > maxAcceptanceBytes)
    problems.push({ at: null, message: `At most ${maxAcceptanceBytes} bytes of acceptance files.` })
  const seen = new Map<string, string>()
  for (const [at, { path }] of files.entries()) {
    const folded = path.toLowerCase()
    const other = seen.get(folded)
    seen.set(folded, path)
    const message = pathProblem(path) ?? (other && `The path equals ${other} on some file systems.`)
    if (message) problems.push({ at, message })
  }
  return problems
}

/** What a result may not touch. Tasks that were agreed on before there were acceptance files name none. */
export function heldPaths(
  task: {
    acceptance_files?: readonly { path: string }[]
    sealed_files?: readonly { path: string }[] | undefined
  },
  policy: { protected_paths: readonly string[] },
): string[] {
  const laidOver = [...(task.acceptance_files ?? []), ...(task.sealed_files ?? [])]
  return [...policy.protected_paths, ...laidOver.map(({ path }) => path)]
}

/**
 * Files whose path another one, or one of the base, needs to be a folder, or that lie below a file of the base: both
 * cannot be in one tree.
 */
export function acceptanceCollisions(
  files: readonly { path: string }[],
  base: readonly string[] = [],
): { at: number; message: string }[] {
  const folded = files.map(({ path }) => path.toLowerCase())
  return files.flatMap(({ path }, at) => {
    const inner = files.find((_, other) => folded[other]?.startsWith(`${folded[at]}/`))
    if (inner) return { at, message: `${path} would have to be a folder for ${inner.path}.` }
    if (base.some((known) => known.startsWith(`${path}/`))) return { at, message: `${path} is a folder of the base.` }
    const outer = base.find((known) => path.startsWith(`${known}/`))
    return outer ? { at, message: `${path} would be below ${outer}, which is a file of the base.` } : []
  })
}
