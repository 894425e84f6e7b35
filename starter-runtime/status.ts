export type RunningWork = { kind: 'job' | 'verification' | 'exam' | 'probe'; id: string; progress?: string }

/** Against the announced end of an attempt; one that was refused is not sent again. */
export type Objection = { onchain_job_id: string; attempt: number; signature: `0x${string}`; isRefused: boolean }

/** Work that the control plane names, in hand or not yet; `until` is when it must be answered. */
export type KnownWork = RunningWork & { until: string | null }

/** What the console and the heartbeat tell about this process; nothing here survives a restart. */
export type Status = {
  lastHeartbeatAt: Date | null
  lastError: string | null
  isDraining: boolean
  /** Whether it tries the commands of drafts. */
  isProber: boolean
  /** The owner asked for a new credential. */
  isRotationWanted: boolean
  isRotationOffered: boolean
  running: Map<string, RunningWork>
  /** As of the last heartbeat. */
  known: KnownWork[]
  /** By job and attempt. */
  objections: Map<string, Objection>
}

export function createStatus(): Status {
  return {
    lastHeartbeatAt: null,
    lastError: null,
    isDraining: false,
    isProber: false,
    isRotationWanted: false,
    isRotationOffered: false,
    running: new Map(),
    known: [],
    objections: new Map(),
  }
}

/** Work of this runtime that it has not started. */
export function waitingWork({ known, running }: Status): KnownWork[] {
  return known.filter(({ id }) => !running.has(id))
}

/** When the next of the work that the control plane names must be answered; null when there is none. */
export function nextDeadline({ known }: Status): string | null {
  return known.flatMap(({ until }) => until ?? []).sort()[0] ?? null
}

export function stateOf(status: Status): 'idle' | 'busy' | 'draining' {
  if (status.isDraining) return 'draining'
  return status.running.size > 0 ? 'busy' : 'idle'
}
