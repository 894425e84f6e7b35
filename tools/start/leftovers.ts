import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Ends whatever is left of a process group: gently, then after ten seconds for good. */
export async function endGroup(pid: number | undefined): Promise<void> {
  if (!pid) return
  if (!signalGroup(pid, 'SIGTERM')) return
  for (let tries = 0; tries < 100; tries += 1) {
    if (!signalGroup(pid, 0)) return
    await wait(100)
  }
  signalGroup(pid, 'SIGKILL')
}

/** Notes the process of a program, so that a later supervisor finds it if this one is killed; a full disk takes no note. */
export function notePid(file: string, pid: number | undefined): void {
  try {
    if (pid) writeFileSync(file, String(pid))
  } catch {
    rmSync(file, { force: true })
  }
}

/** Ends a program that a killed supervisor left behind; a pid that belongs to another program by now is left alone. */
export async function endLeftover(file: string, program: string): Promise<void> {
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8'))
  rmSync(file, { force: true })
  if (pid > 1 && runs(pid, program)) await endGroup(pid)
}

function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal)
    return true
  } catch {
    return false
  }
}

function runs(pid: number, program: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(program)
  } catch {
    return false
  }
}

/** A stack that another process runs, or starts, with this folder. */
export type RunningStack = { pid: number; origin: string }

/** The stack that runs with this folder now, if another process runs one. */
export function runningStack(dataDir: string): RunningStack | undefined {
  const file = supervisorFile(dataDir)
  if (!existsSync(file)) return undefined
  const [pid = '', words, origin = ''] = readFileSync(file, 'utf8').split('\n')
  return Number(pid) !== process.pid && commandOf(Number(pid)) === words ? { pid: Number(pid), origin } : undefined
}

/** Takes the folder for this process; fails while another one has it. */
export function takeFolder(dataDir: string, origin: string): () => void {
  const file = supervisorFile(dataDir)
  const isTaken = () => runningStack(dataDir) !== undefined
  if (!isTaken()) rmSync(file, { force: true })
  try {
    writeFileSync(file, [process.pid, commandOf(process.pid) ?? '', origin].join('\n'), { flag: 'wx' })
  } catch (error) {
    if (isTaken()) throw new Error(alreadyRunning(dataDir))
    throw error
  }
  return () => rmSync(file, { force: true })
}

/** That there is one, where, and how to stop it. */
export function alreadyRunning(dataDir: string): string {
  const { pid, origin } = runningStack(dataDir) ?? {}
  return `A stack is running already at ${origin} (data in ${dataDir}): stop it with Ctrl-C in its terminal, or with \`kill ${pid}\`.`
}

function supervisorFile(dataDir: string): string {
  return join(dataDir, 'supervisor.pid')
}

function commandOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return undefined
  }
}
