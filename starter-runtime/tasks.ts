import { plainText, print, reasonOf } from './print.ts'
import type { RunningWork, Status } from './status.ts'

/** Why work ends early: nobody needs it any more, or this process ends and takes it up again later. */
export type EndCause = 'cancelled' | 'stopped'

export type Work = {
  signal: AbortSignal
  /** Aborts when this process is asked to end, which leaves the work some more time. */
  draining: AbortSignal
  report(progress: string): void
}

/**
 * The pieces of work in hand, each once, and not again right after it ended: an answer that was on its way by then
 * asks for nothing new. What a piece throws is reported to the owner and never ends the process.
 */
export type Tasks = {
  start(work: RunningWork, run: (work: Work) => Promise<void>): void
  has(id: string): boolean
  count(kind: RunningWork['kind']): number
  cancel(id: string): void
  /** Ends all work and waits for it; nothing starts after it. */
  close(): Promise<void>
  /** Ends all work; new work may start. */
  stopAll(): Promise<void>
  /** Starts nothing new and waits until all work has ended or the time is over. */
  finish(ms: number): Promise<void>
}

const restMs = 5_000

type Task = { work: RunningWork; ended: Promise<void>; controller: AbortController }

export function createTasks(status: Status, onEnd: () => void): Tasks {
  const tasks = new Map<string, Task>()
  const lastEnds = new Map<string, number>()
  let isClosed = false
  const draining = new AbortController()
  const stopAll = async () => {
    const all = [...tasks.values()]
    for (const task of all) task.controller.abort('stopped' satisfies EndCause)
    await Promise.all(all.map((task) => task.ended))
  }
  const carryOut = async (work: RunningWork, run: (work: Work) => Promise<void>, signal: AbortSignal) => {
    const report = (progress: string) => {
      work.progress = plainText(progress, 200)
    }
    try {
      await run({ signal, draining: draining.signal, report })
    } catch (error) {
      if (signal.aborted) return
      status.lastError = `${work.kind} ${work.id}: ${reasonOf(error)}`
      print(status.lastError)
    } finally {
      tasks.delete(work.id)
      lastEnds.set(work.id, Date.now())
      status.running.delete(work.id)
      onEnd()
    }
  }
  return {
    start: (work, run) => {
      for (const [id, at] of lastEnds) if (at < Date.now() - restMs) lastEnds.delete(id)
      if (isClosed || tasks.has(work.id) || lastEnds.has(work.id)) return
      const controller = new AbortController()
      status.running.set(work.id, work)
      // The task is known before its first step, which may end at once.
      const ended = Promise.resolve().then(() => carryOut(work, run, controller.signal))
      tasks.set(work.id, { work, ended, controller })
    },
    has: (id) => tasks.has(id),
    count: (kind) => [...tasks.values()].filter((task) => task.work.kind === kind).length,
    cancel: (id) => tasks.get(id)?.controller.abort('cancelled' satisfies EndCause),
    stopAll,
    close: async () => {
      isClosed = true
      await stopAll()
    },
    finish: async (ms) => {
      isClosed = true
      draining.abort()
      const all = Promise.all([...tasks.values()].map((task) => task.ended))
      await Promise.race([all, new Promise((resolve) => setTimeout(resolve, ms).unref())])
    },
  }
}
