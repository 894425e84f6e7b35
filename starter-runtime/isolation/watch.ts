import { lstat, readdir, readFile, statfs } from 'node:fs/promises'
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

/**
 * Bytes of all files below a folder; counting stops above the limit, or at an absurd number of files. What lies deeper than
 * a path can name is above every limit. Undefined where a part is closed to us, be it to list or to enter.
 */
export async function sizeOfFolder(folder: string, limit: number): Promise<number | undefined> {
  let bytes = 0
  let files = 0
  let isClosed = false
  const waiting = [folder]
  for (let next = waiting.pop(); next !== undefined && bytes <= limit; next = waiting.pop()) {
    const entries = await orFault(readdir(next, { withFileTypes: true }))
    if (entries === 'too deep') return Number.POSITIVE_INFINITY
    isClosed ||= entries === 'closed'
    if (typeof entries === 'string') continue
    for (const entry of entries) {
      if (++files > filesMax) return Number.POSITIVE_INFINITY
      const path = join(next, entry.name)
      if (entry.isDirectory()) waiting.push(path)
      const size = entry.isDirectory() ? 0 : await sizeOf(path)
      isClosed ||= size === undefined
      bytes += size ?? 0
    }
  }
  return isClosed && bytes <= limit ? undefined : bytes
}

/** Bytes in use on the whole file system of a folder. */
export async function usedBeside(folder: string): Promise<number> {
  const { blocks, bfree, bsize } = await statfs(folder)
  return (blocks - bfree) * bsize
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

async function sizeOf(path: string): Promise<number | undefined> {
  const state = await orFault(lstat(path))
  if (state === 'closed') return undefined
  if (typeof state === 'string') return state === 'too deep' ? Number.POSITIVE_INFINITY : 0
  return state.blocks * 512
}

async function orFault<Value>(reading: Promise<Value>): Promise<Value | 'too deep' | 'closed' | 'gone'> {
  try {
    return await reading
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENAMETOOLONG') return 'too deep'
    return code === 'EACCES' ? 'closed' : 'gone'
  }
}
