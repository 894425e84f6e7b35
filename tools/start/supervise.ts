import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { endGroup, endLeftover, notePid } from './leftovers.ts'
import { appendTo } from './log-file.ts'

export type ChildSpec = {
  name: string
  command: string
  args: string[]
  env: NodeJS.ProcessEnv
  cwd?: string
  uid?: number
  gid?: number
  stopSignal?: NodeJS.Signals
  logFile?: string
  /** Ends the start, and the program with it. */
  signal?: AbortSignal
  /** Called with each line of standard output; one that it takes, such as one with secrets, is not logged. */
  takeLine?: (line: string) => boolean
  isReady: () => Promise<boolean>
}

export type Supervised = { pid: () => number | undefined; stop: () => Promise<void> }

export type Report = (name: string, state: string) => void

/** A program that ends so often before it is ready is not started again. */
const maxDeaths = 5
const readyWithinMs = 90_000
/** How much of a program's last words is repeated when it does not start. */
const lastWordsLength = 2_000

/** Runs a program until it is stopped, starting it again with a growing pause whenever it dies; resolves once it is ready. */
export async function supervise(spec: ChildSpec, report: Report): Promise<Supervised> {
  const log = spec.logFile ? appendTo(spec.logFile) : () => undefined
  const pidFile = spec.logFile && `${spec.logFile}.pid`
  if (pidFile) await endLeftover(pidFile, spec.args.at(-1) ?? spec.command)
  let said = ''
  let lastWords = ''
  let child = begin()
  let stopping = false
  let deaths = 0

  function begin(): ChildProcess {
    said = ''
    const launched = launch(spec, log)
    launched.stderr?.on('data', (text: string) => {
      said = (said + text).slice(-lastWordsLength)
    })
    if (pidFile) notePid(pidFile, launched.pid)
    return launched
  }

  async function keepAlive(): Promise<void> {
    for (;;) {
      const [code, signal] = await ended(child)
      if (stopping) return
      deaths += 1
      const isNews = wordsOf(said) !== lastWords
      lastWords = wordsOf(said)
      // Whatever it had started itself would hold its ports and files.
      await endGroup(child.pid)
      report(spec.name, `ended (${signal ?? code}), starting again${isNews && lastWords ? `\n${lastWords}` : ''}`)
      await wait(Math.min(200 * 2 ** Math.min(deaths - 1, 6), 10_000))
      if (stopping) return
      child = begin()
      watchRecovery()
    }
  }

  function watchRecovery(): void {
    const started = child
    untilReady(spec, () => started.exitCode === null && started.signalCode === null)
      .then((ready) => {
        if (!ready) return
        report(spec.name, 'running again')
        deaths = 0
      })
      .catch(() => undefined)
  }

  const alive = keepAlive()
  const stop = async () => {
    stopping = true
    await end(child, spec.stopSignal ?? 'SIGTERM')
    await alive
  }
  if (await untilReady(spec, () => deaths < maxDeaths && !spec.signal?.aborted)) return { pid: () => child.pid, stop }
  await stop()
  spec.signal?.throwIfAborted()
  throw new Error([`${spec.name} does not start; see ${spec.logFile ?? 'its output'}`, lastWords].join('\n').trim())
}

/** What a program said before it ended, without the lines that only its authors need. */
function wordsOf(said: string): string {
  const lines = said.split('\n').filter((line) => line.trim() !== '' && !/^ {4}at |^Node\.js v/.test(line))
  return lines.map((line) => `            ${line}`).join('\n')
}

function launch(spec: ChildSpec, log: (text: string) => void): ChildProcess {
  const { command, args, env, cwd, uid, gid } = spec
  const child = spawn(command, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...(cwd && { cwd }),
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
  })
  child.stdout?.setEncoding('utf8')
  child.stderr?.setEncoding('utf8')
  let rest = ''
  child.stdout?.on('data', (text: string) => {
    if (!spec.takeLine) return log(text)
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (!spec.takeLine(line)) log(`${line}\n`)
  })
  child.stderr?.on('data', log)
  child.on('error', (error) => log(`${error.message}\n`))
  return child
}

function ended(child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve([child.exitCode, child.signalCode])
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve([code, signal]))
    child.once('error', () => resolve([1, null]))
  })
}

async function untilReady(spec: ChildSpec, isHopeful: () => boolean): Promise<boolean> {
  const deadline = Date.now() + readyWithinMs
  while (Date.now() < deadline && isHopeful()) {
    if (await spec.isReady().catch(() => false)) return true
    await wait(100)
  }
  return false
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = ended(child)
  child.kill(signal)
  const late = new AbortController()
  await Promise.race([
    gone,
    wait(15_000, undefined, { signal: late.signal }).then(
      () => child.kill('SIGKILL'),
      () => undefined,
    ),
  ])
  late.abort()
  await gone
}
