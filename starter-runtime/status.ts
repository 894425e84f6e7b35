export type RunningWork = { kind: 'job' | 'verification' | 'exam'; id: string; progress?: string }

/** What the console and the heartbeat tell about this process; nothing here survives a restart. */
export type Status = {
  lastHeartbeatAt: Date | null
  lastError: string | null
  isDraining: boolean
  /** The owner asked for a new credential. */
  isRotationWanted: boolean
  isRotationOffered: boolean
  running: Map<string, RunningWork>
}

export function createStatus(): Status {
  return {
    lastHeartbeatAt: null,
    lastError: null,
    isDraining: false,
    isRotationWanted: false,
    isRotationOffered: false,
    running: new Map(),
  }
}

export function stateOf(status: Status): 'idle' | 'busy' | 'draining' {
  if (status.isDraining) return 'draining'
  return status.running.size > 0 ? 'busy' : 'idle'
}
