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

/** The process that supervises this folder's stack now, if there is one other than this. */
export function supervisorOf(dataDir: string): number | undefined {
  const file = join(dataDir, 'supervisor.pid')
  if (!existsSync(file)) return undefined
  const [pid = '', words] = readFileSync(file, 'utf8').split('\n')
  return Number(pid) !== process.pid && commandOf(Number(pid)) === words ? Number(pid) : undefined
}

/** Takes the folder for this process; fails while another one has it. */
export function takeFolder(dataDir: string): () => void {
  const other = supervisorOf(dataDir)
  if (other) throw new Error(`process ${other} runs a stack on ${dataDir} already`)
  const file = join(dataDir, 'supervisor.pid')
  writeFileSync(file, `${process.pid}\n${commandOf(process.pid) ?? ''}`)
  return () => rmSync(file, { force: true })
}

function commandOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return undefined
  }
}
