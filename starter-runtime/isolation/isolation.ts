export type Limits = {
  seconds: number
  /** Bytes of output that count for the digest; far more than that ends the run. */
  outputBytes: number
  memoryBytes: number
  processes: number
  fileBytes: number
  /** Bytes that the folder may grow to. */
  folderBytes: number
}

export type IsolatedRun = {
  argv: readonly string[]
  /** The folder that the program can write to. It gives the folder away: its owner is another one afterwards. */
  folder: string
  /** One more folder that it can write to and gives away, with the path under which the program sees it. */
  outbox?: { folder: string; path: string }
  input?: string
  limits: Limits
  signal: AbortSignal
  /** A host folder that the program sees, read-only, at `/executor`. */
  tools?: string
  env?: Record<string, string>
  hasNetwork?: boolean
  /** Texts that are looked for in everything it prints. */
  seek?: readonly string[]
}

export type StopCause = 'time' | 'output' | 'memory' | 'processes' | 'disk' | 'cancelled'

export type RunOutcome = {
  /** Null when it was stopped at a limit. */
  exitCode: number | null
  stoppedBy: StopCause | null
  durationMs: number
  /** SHA-256 of the first `outputBytes` of output. */
  outputSha256: string
  outputTail: string
  /** The last line of standard output that says anything. */
  lastLine: string
  /** Those of the texts looked for that it printed. */
  seen: readonly string[]
}

/**
 * Runs a stranger's program apart from this one, and resolves when none of its processes is left; without isolation those
 * that left their group may be. Throws IsolationError when it cannot be started apart.
 */
export type Isolation = { name: 'bubblewrap' | 'none'; run(job: IsolatedRun): Promise<RunOutcome> }

export class IsolationError extends Error {}

const mebibyte = 1024 * 1024

export const defaultLimits: Limits = {
  seconds: 120,
  outputBytes: 256 * 1024,
  memoryBytes: 2_048 * mebibyte,
  processes: 256,
  fileBytes: 256 * mebibyte,
  folderBytes: 1_024 * mebibyte,
}
