import { readdir, readFile } from 'node:fs/promises'

type Process = { pid: number; parent: number; own: number; ended: number }

/**
 * Processor time, in seconds, of each program with all processes that it started, ended ones included; of this one,
 * which started the others, alone.
 */
export async function readProcessor(programs: Record<string, number>): Promise<Record<string, number>> {
  const processes = await readProcesses()
  const timeOf = (pid: number): number => {
    const own = processes.find((one) => one.pid === pid)
    const children = processes.filter(({ parent }) => parent === pid)
    if (pid === process.pid) return own?.own ?? 0
    return (own ? own.own + own.ended : 0) + children.reduce((sum, child) => sum + timeOf(child.pid), 0)
  }
  return Object.fromEntries(Object.entries(programs).map(([name, pid]) => [name, timeOf(pid)]))
}

async function readProcesses(): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const read = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)))
  return read.flatMap((stat) => {
    if (!stat) return []
    // The name, the second fact, may hold blanks. Times are in hundredths of a second.
    const facts = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map((at) =>
      Number(facts[at]),
    )
    return [
      { pid: Number.parseInt(stat, 10), parent, own: (user + system) / 100, ended: (endedUser + endedSystem) / 100 },
    ]
  })
}
