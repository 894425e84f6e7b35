import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { IsolatedRun, RunOutcome, StopCause } from './isolation.ts'
import { createOutput, type Output } from './output.ts'
import { measureUse, sizeOfFolder, usedBeside } from './watch.ts'

const watchMs = 500
/** Of the isolation itself. */
const ownProcesses = 8
/** Output beyond this multiple of what is digested is a flood. */
const floodFactor = 64
/** What other runs and other programs write at the same time stays far below this multiple of what a folder may hold. */
const hiddenFactor = 8

export type ProcessOutcome = RunOutcome & { status: string; isStarted: boolean }

/**
 * Runs a command in its own process group within the limits, and ends the whole group at the first one that it
 * breaks. `status` is what it wrote to descriptor 3. The environment is `env` and NODE_ENV, which the command takes
 * away: a secret value never stands on a command line, where every user of the machine can read
 * it.
 */
export function runProcess(
  argv: readonly string[],
  job: IsolatedRun,
  env: Record<string, string>,
): Promise<ProcessOutcome> {
  const [program = '', ...words] = argv
  const startedAt = performance.now()
  const output = createOutput(job.limits.outputBytes, job.seek)
  const child = spawn(program, words, {
    cwd: job.folder,
    env: { NODE_ENV: 'production', ...env },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  })
  let stoppedBy: StopCause | null = null
  const stop = (cause: StopCause) => {
    stoppedBy ??= cause
    endGroup(child)
  }
  const endWatch = watch(child, job, output, stop)
  const status = collect(child, output)
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(job.input ?? '')
  return new Promise((resolve) => {
    const finish = (exitCode: number | null, isStarted: boolean) => {
      endWatch()
      endGroup(child)
      resolve({
        exitCode: stoppedBy === null ? exitCode : null,
        stoppedBy,
        durationMs: Math.round(performance.now() - startedAt),
        outputSha256: output.sha256(),
        outputTail: output.tail(),
        lastLine: output.lastLine(),
        seen: output.seen(),
        status: status(),
        isStarted,
      })
    }
    child.on('error', () => finish(127, false))
    child.on('exit', () => {
      // What the program left running in the background holds the pipes open.
      endGroup(child)
      setTimeout(() => destroyPipes(child), 1_000).unref()
    })
    child.on('close', (code) => finish(code, true))
  })
}

function collect(child: ChildProcess, output: Output): () => string {
  child.stdout?.on('data', (chunk: Buffer) => output.take(chunk, true))
  child.stderr?.on('data', (chunk: Buffer) => output.take(chunk, false))
  let status = ''
  const channel = child.stdio[3]
  channel?.on('error', () => undefined)
  if (isReadable(channel))
    channel.on('data', (chunk: Buffer) => {
      if (status.length < 10_000) status += chunk.toString('utf8')
    })
  return () => status
}

function isReadable(stream: unknown): stream is Readable {
  return typeof stream === 'object' && stream !== null && 'readable' in stream
}

/** Ends what breaks a limit that the system itself does not keep; returns how to stop watching. */
function watch(child: ChildProcess, job: IsolatedRun, output: Output, stop: (cause: StopCause) => void): () => void {
  const { limits, signal, folder, outbox } = job
  const onAbort = () => stop('cancelled')
  const clock = setTimeout(() => stop('time'), Math.max(0, limits.seconds * 1000))
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) stop('cancelled')
  const flood = () => {
    if (output.size() > limits.outputBytes * floodFactor) stop('output')
  }
  child.stdout?.on('data', flood)
  child.stderr?.on('data', flood)
  let isMeasuring = false
  const usedBefore = usedBeside(folder).catch(() => Number.POSITIVE_INFINITY)
  /** A test may close a folder. What that can hide is bounded by what the whole file system has grown by. */
  const hidesTooMuch = async () => {
    const used = await usedBeside(folder).catch(() => 0)
    return used - (await usedBefore) > limits.folderBytes * hiddenFactor
  }
  const measure = async () => {
    if (isMeasuring || child.pid === undefined) return
    isMeasuring = true
    const use = await measureUse(child.pid)
    if (use.memoryBytes > limits.memoryBytes) stop('memory')
    if (use.processes > limits.processes + ownProcesses) stop('processes')
    const folders = outbox ? [folder, outbox.folder] : [folder]
    const sizes = await Promise.all(folders.map((one) => sizeOfFolder(one, limits.folderBytes)))
    if (sizes.some((size = 0) => size > limits.folderBytes)) stop('disk')
    if (sizes.includes(undefined) && (await hidesTooMuch())) stop('disk')
    isMeasuring = false
  }
  const meter = setInterval(() => void measure(), watchMs)
  return () => {
    clearTimeout(clock)
    clearInterval(meter)
    signal.removeEventListener('abort', onAbort)
  }
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The group has ended on its own.
  }
}

function destroyPipes(child: ChildProcess): void {
  for (const pipe of child.stdio) pipe?.destroy()
}
