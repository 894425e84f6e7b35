import type { Dirent } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { IsolationError } from './isolation.ts'

const pageBytes = 4096
const filesMax = 200_000

export type Use = { memoryBytes: number; processes: number }

/** Resident memory and number of a process and all that it started; 0 where the system does not tell. */
export async function measureUse(pid: number): Promise<Use> {
  const [own, children] = await Promise.all([residentOf(pid), childrenOf(pid)])
  const below = await Promise.all(children.map(measureUse))
  return below.reduce(
    (sum, use) => ({ memoryBytes: sum.memoryBytes + use.memoryBytes, processes: sum.processes + use.processes }),
    { memoryBytes: own, processes: 1 },
  )
}

/** Bytes of all files below a folder; counting stops above the limit, or at an absurd number of files. */
export async function sizeOfFolder(folder: string, limit: number): Promise<number> {
  let bytes = 0
  let files = 0
  const waiting = [folder]
  for (let next = waiting.pop(); next !== undefined && bytes <= limit; next = waiting.pop()) {
    for (const entry of await entriesOf(next)) {
      if (++files > filesMax) return Number.POSITIVE_INFINITY
      const path = join(next, entry.name)
      if (entry.isDirectory()) waiting.push(path)
      else bytes += await sizeOf(path)
    }
  }
  return bytes
}

/** Resolves when a process has ended, and with it what lives in a namespace of which it is the first. */
export async function untilGone(pid: number): Promise<void> {
  for (let round = 0; round < 500; round += 1) {
    const state = /\) (\w)/.exec(await readOrEmpty(`/proc/${pid}/stat`))?.[1]
    if (state === undefined || state === 'Z' || state === 'X') return
    await setTimeout(10)
  }
  throw new IsolationError('Processes of the program do not end.')
}

async function residentOf(pid: number): Promise<number> {
  const text = await readOrEmpty(`/proc/${pid}/statm`)
  return (Number(text.split(' ')[1]) || 0) * pageBytes
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readOrEmpty(`/proc/${pid}/task/${pid}/children`)
  return text.split(' ').filter(Boolean).map(Number)
}

/** Processes and files come and go while they are counted. */
async function readOrEmpty(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => [])
}

async function sizeOf(path: string): Promise<number> {
  return lstat(path).then(
    (state) => state.blocks * 512,
    () => 0,
  )
}
